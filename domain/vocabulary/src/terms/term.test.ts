import { expect, test } from 'vitest'
import { distinctTerms, readTerms } from './term.ts'

test('inflected forms of a word are one term, regardless of how accents are encoded', () => {
  expect(distinctTerms('Inginer ingineri ingineră INGINERULUI')).toEqual(['ingine'])
  expect(distinctTerms('susținerea sustinerea sust\u0327inerea')).toEqual(['sustin'])
})

test('technical names keep their special characters', () => {
  expect(readTerms('C++, C#, Node.js and R.')).toEqual(['c++', 'c#', 'node.j'])
})

test('words that only reveal a gender are not terms', () => {
  expect(readTerms('She and her husband, Mr Smith; doamna Ionescu')).toEqual(['smith', 'ionesc'])
})

test.each([
  [
    'We are looking for the right person with experience in sales',
    ['lookin', 'right', 'person', 'experi', 'sal'],
  ],
  ['Wir suchen für unser Team einen Verkäufer oder eine Verkäuferin', ['suchen', 'team', 'verkau', 'verkau']],
  ['Vous serez responsable de la gestion des stocks', ['serez', 'respon', 'gestio', 'stock']],
  ['Buscamos a un camarero para el restaurante', ['buscam', 'camare', 'restau']],
  ['Căutăm un vânzător pentru magazinul nostru din Cluj', ['cautam', 'vanzat', 'magazi', 'cluj']],
])('words without a meaning of their own are not terms: %s', (text, terms) => {
  expect(readTerms(text)).toEqual(terms)
})

test('words that jobs ask for stay, though another language uses them as pronouns', () => {
  expect(readTerms('care, AI, car')).toEqual(['care', 'ai', 'car'])
})
