import { expect, test } from 'vitest'
import { refundShareMicros } from './refund-share.ts'

test.each([
  ['nothing', 0n, 0n],
  ['a third, rounded up', 35n, 33_333_334n],
  ['all', 105n, 100_000_000n],
  ['more than was paid', 200n, 100_000_000n],
])('refunding %s', (_what, refunded, expected) => {
  // 100 credits were sold for 1.05 including tax: the share is that of the amount paid, not of the number of credits.
  expect(refundShareMicros(100_000_000n, 105n, refunded)).toBe(expected)
})

test('a free order has nothing to refund', () => {
  expect(refundShareMicros(100n, 0n, 50n)).toBe(0n)
})
