import { expect, test } from 'vitest'
import { formatSpan } from './spans.ts'

test.each([
  [12_400, '12 s'],
  [300_000, '5 min'],
  [12_000_000, '3 h 20 min'],
  [187_200_000, '2 d 4 h'],
])('%i ms is written as %s', (ms, written) => {
  expect(formatSpan(ms)).toBe(written)
})
