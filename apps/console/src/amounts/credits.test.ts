import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatColumn, formatCredits, formatExact, formatTyped, parseCredits } from './credits.ts'

test.each([
  ['0', 0n],
  ['0.000001', 1n],
  ['-12.5', -12_500_000n],
  ['9007199254740993.000001', 9_007_199_254_740_993_000_001n],
])('%s is %s micro-credits', (text, micros) => {
  expect(parseCredits(text)).toBe(micros)
})

test.each(['', '1.', '.5', '1.0000001', '1e3', 'NaN', '1,000', '--1'])('%j is not an amount', (text) => {
  expect(() => parseCredits(text)).toThrow('not an amount')
})

test.each([
  [0n, '0.00'],
  [1_234_567_890_000n, '1,234,567.89'],
  [-1n, '−0.000001'],
  [100_000n, '0.10'],
])('%s micro-credits are shown as %s', (micros, shown) => {
  expect(formatCredits(micros)).toBe(shown)
})

test('a column has the places of the amount that needs most', () => {
  expect(formatColumn([1_000_000n, 123n, -20n])).toEqual(['1.000000', '0.000123', '−0.000020'])
  expect(formatColumn([1_000_000n, 2_500_000n])).toEqual(['1.00', '2.50'])
})

test('an amount to edit has no separators and no places without need', () => {
  expect([100_000_000n, 1_250_500_000n, 0n, 1n].map(formatTyped)).toEqual(['100', '1250.5', '0', '0.000001'])
})

test('whatever the amount, what is shown has its exact value', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (micros) => {
      const read = (shown: string) => parseCredits(shown.replaceAll(',', '').replace('−', '-'))
      expect(read(formatExact(micros))).toBe(micros)
      expect(read(formatCredits(micros))).toBe(micros)
      expect(parseCredits(formatTyped(micros))).toBe(micros)
    }),
  )
})
