import { expect, test } from 'vitest'
import { formatDuration } from './durations.ts'

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [2_310, '2.31 s'],
  [185_900, '3 min 5 s'],
])('%i ms is %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
