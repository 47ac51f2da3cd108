import { expect, test } from 'vitest'
import { findQuotes } from './find-quotes.ts'

test('a quote is found in a line of its speaker, and not in one that is not loaded', () => {
  const lines = [
    { id: '1', speaker: 'Ion', text: 'I will call Ana.' },
    { id: '2', speaker: 'Ana', text: 'Good, I will call Ion.' },
  ]
  const insight = { quotes: ['I will call', 'on Friday'], speakers: ['Ana', 'Ion'] }
  expect(findQuotes(insight, lines)).toEqual([
    { quote: 'I will call', speaker: 'Ana', lineId: '2' },
    { quote: 'on Friday', speaker: 'Ion', lineId: undefined },
  ])
})
