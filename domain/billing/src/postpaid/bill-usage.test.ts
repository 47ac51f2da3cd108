import { expect, test } from 'vitest'
import { amountOfUsage, lastPeriodEnd } from './bill-usage.ts'

const rate = { creditsMicros: 1_000_000_000n, priceMinor: 1_000n, currency: 'eur' }

test.each([
  [0n, 0n],
  [1n, 1n],
  [1_000_000n, 1n],
  [1_000_001n, 2n],
  [2_500_000_000n, 2_500n],
])('%s micro-credits at ten euros for a thousand credits are %s cents', (used, amount) => {
  expect(amountOfUsage(used, rate)).toBe(amount)
})

test.each([
  ['ugx', 1_200n],
  ['isk', 1_200n],
  ['kwd', 1_110n],
  ['jpy', 1_101n],
])('an amount in %s is rounded up to one that can be charged', (currency, amount) => {
  expect(amountOfUsage(1_100_000_001n, { ...rate, currency })).toBe(amount)
})

test('a month can be billed an hour after its end', () => {
  expect(lastPeriodEnd(Date.parse('2026-03-01T00:59:59Z'))).toBe('2026-02-01')
  expect(lastPeriodEnd(Date.parse('2026-03-01T01:00:00Z'))).toBe('2026-03-01')
  expect(lastPeriodEnd(Date.parse('2027-01-01T01:00:00Z'))).toBe('2027-01-01')
})
