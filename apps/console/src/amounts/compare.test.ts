import { expect, test } from 'vitest'
import { changeInWords, percentOf } from './compare.ts'

test.each([
  [0n, 0n, 0],
  [1n, 3n, 33],
  [2n, 3n, 67],
  [5n, 5n, 100],
])('%i of %i is %i percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent)
})

test.each([
  [5n, 0n, undefined],
  [5n, 5n, '0 %'],
  [112_300n, 100_000n, '+12.3 %'],
  [96n, 100n, '−4.0 %'],
  [0n, 7n, '−100.0 %'],
])('%i after %i is %s', (now, before, words) => {
  expect(changeInWords(now, before)).toBe(words)
})
