import { expect, test } from 'vitest'
import { splitLines } from '@gatehouse/reading/text-lines'
import { createVerifier } from './verify-value.ts'

const verify = createVerifier(
  splitLines(
    [
      'Jane Smith',
      'Software Engineer at Google, São Paulo',
      'Led the migra-',
      'tion of “core” ﬁnance services — Go, Kubernetes',
      'Acme Corp',
      'Acme  Corp, again',
    ].join('\n'),
  ),
)

const at = (value: string, fromLine: number, toLine = fromLine) => verify({ value, fromLine, toLine })

test.each([
  ['Jane Smith', 1, 'Jane Smith'],
  ['JANE  smith', 1, 'Jane Smith'],
  ['google', 2, 'Google'],
  ['Sa\u0303o Paulo', 2, 'São Paulo'],
  ['"core" finance services - Go', 4, '“core” finance services — Go'],
])('%s occurs in line %i', (value, line, quote) => {
  expect(at(value, line)).toMatchObject({ status: 'verified', quote })
})

test('a word hyphenated across two lines is one word with a span in both', () => {
  expect(at('the migration of', 3, 4)).toEqual({
    status: 'verified',
    quote: 'the migra\ntion of',
    spans: [
      { line: 3, start: 4, end: 13 },
      { line: 4, start: 0, end: 7 },
    ],
  })
})

test('a value found elsewhere is repaired to its nearest occurrence', () => {
  expect(at('Acme Corp', 4)).toMatchObject({ status: 'repaired', spans: [{ line: 5, start: 0, end: 9 }] })
  expect(at('Jane Smith', 4)).toMatchObject({ status: 'repaired', spans: [{ line: 1 }] })
})

test.each(['Goo', 'John Doe', 'Smith Software Engineer Google', '', '   '])('%j is unverified', (value) => {
  expect(at(value, 1, 6)).toEqual({ status: 'unverified', quote: null, spans: [] })
})

test('Go is verified as a word, not within Google', () => {
  expect(at('Go', 2)).toMatchObject({ status: 'repaired', spans: [{ line: 4 }] })
})

test('C occurs in neither C++ nor C#, and both are found as themselves', () => {
  const check = createVerifier(splitLines('C++, C#\nObjective-C and Go'))
  const statusOf = (value: string) => check({ value, fromLine: 1, toLine: 1 }).status
  expect(['C++', 'C#', 'Go'].map(statusOf)).toEqual(['verified', 'verified', 'repaired'])
  expect(check({ value: 'C', fromLine: 1, toLine: 2 }).spans[0]).toMatchObject({ line: 2 })
})
