import { expect, test } from 'vitest'
import { distinctTerms, readTerms } from './term.ts'

test('the forms of a word are one term, in every spelling of its accents', () => {
  expect(distinctTerms('Inginer ingineri ingineră INGINERULUI')).toEqual(['ingine'])
  expect(distinctTerms('susținerea sustinerea sust\u0327inerea')).toEqual(['sustin'])
})

test('technical names keep what makes them names', () => {
  expect(readTerms('C++, C#, Node.js and R.')).toEqual(['c++', 'c#', 'node.j', 'and'])
})

test('words that only tell a gender are no terms', () => {
  expect(readTerms('She and her husband, Mr Smith; doamna Ionescu')).toEqual(['and', 'smith', 'ionesc'])
})
