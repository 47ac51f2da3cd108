import { expect, test } from 'vitest'
import { distinctTerms, readTerms } from './term.ts'

test('inflected forms of a word are one term, regardless of how accents are encoded', () => {
  expect(distinctTerms('Inginer ingineri ingineră INGINERULUI')).toEqual(['ingine'])
  expect(distinctTerms('susținerea sustinerea sust\u0327inerea')).toEqual(['sustin'])
})

test('technical names keep their special characters', () => {
  expect(readTerms('C++, C#, Node.js and R.')).toEqual(['c++', 'c#', 'node.j', 'and'])
})

test('words that only reveal a gender are not terms', () => {
  expect(readTerms('She and her husband, Mr Smith; doamna Ionescu')).toEqual(['and', 'smith', 'ionesc'])
})
