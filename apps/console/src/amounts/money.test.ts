import { expect, test } from 'vitest'
import { formatMoney, formatUnitPrice } from './money.ts'

test.each([
  [25.5, 'eur', '€25.50'],
  [1_200, 'usd', '$1,200.00'],
  [500, 'jpy', '¥500'],
])('%d %s is written as %s', (amount, currency, expected) => {
  expect(formatMoney(amount, currency)).toBe(expected)
})

test('the price of a credit has up to four places', () => {
  expect(formatUnitPrice(25, 100, 'eur')).toBe('€0.25')
  expect(formatUnitPrice(24.99, 1_000, 'eur')).toBe('€0.025')
  expect(formatUnitPrice(12.34, 1_000, 'eur')).toBe('€0.0123')
})
