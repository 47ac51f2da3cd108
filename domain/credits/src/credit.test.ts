import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCredits, parseCredits } from './credit.ts'

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
