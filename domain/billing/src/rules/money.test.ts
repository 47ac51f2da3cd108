import { expect, test } from 'vitest'
import { fromMinorUnits, toMinorUnits, toOfferedMicros } from './money.ts'

test.each([
  [10.5, 'eur', 1_050n],
  [19.99, 'usd', 1_999n],
  [0.07, 'usd', 7n],
  [500, 'jpy', 500n],
  [1.25, 'kwd', 1_250n],
  [5_000, 'ugx', 500_000n],
  [12, 'isk', 1_200n],
  [0, 'eur', 0n],
])('%d %s', (amount, currency, minor) => {
  expect(toMinorUnits(amount, currency)).toBe(minor)
  expect(fromMinorUnits(minor, currency)).toBe(amount)
})

test.each([
  [10.505, 'eur'],
  [0.5, 'jpy'],
  [0.5, 'ugx'],
  [12.5, 'isk'],
  [1.255, 'kwd'],
  [-1, 'eur'],
  [Number.NaN, 'eur'],
  [Number.POSITIVE_INFINITY, 'eur'],
  [1e15, 'eur'],
])('%d %s cannot be charged', (amount, currency) => {
  expect(toMinorUnits(amount, currency)).toBeUndefined()
})

test.each([
  [100, 100_000_000n],
  [0.1, 100_000n],
  [0.000001, 1n],
  [0, undefined],
  [-5, undefined],
  [0.0000001, undefined],
  [1e12, undefined],
])('%d credits', (credits, micros) => {
  expect(toOfferedMicros(credits)).toBe(micros)
})
