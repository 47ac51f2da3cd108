import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCredits, parseCredits, refundShareMicros } from './credit.ts'

test.each([
  [0n, '0.000000'],
  [1n, '0.000001'],
  [-1n, '-0.000001'],
  [1_500_000n, '1.500000'],
  [9_007_199_254_740_993n, '9007199254.740993'],
])('%d micro-credits are %s credits', (micros, text) => {
  expect(formatCredits(micros)).toBe(text)
})

test('formatting and parsing round-trip exactly at any size', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (micros) => {
      expect(parseCredits(formatCredits(micros))).toBe(micros)
    }),
  )
})

test.each(['', '1.', '.5', '1.0000001', '1e3', '+1', ' 1', '1,5', 'NaN'])('%j is not an amount', (text) => {
  expect(parseCredits(text)).toBeUndefined()
})

test.each([
  ['nothing', 0n, 0n],
  ['a third, rounded up', 35n, 33_333_334n],
  ['all', 105n, 100_000_000n],
  ['more than was paid', 200n, 100_000_000n],
])('refunding %s', (_what, refunded, expected) => {
  // 100 credits were sold for 1.05 including tax: the share to take back is that of the amount paid, not of the number
  // of credits.
  expect(refundShareMicros(100_000_000n, 105n, refunded)).toBe(expected)
})

test('a free order has nothing to refund', () => {
  expect(refundShareMicros(100n, 0n, 50n)).toBe(0n)
})
