import { expect, test } from 'vitest'
import { findMoney } from './find-money.ts'

test.each([
  ['65,000 – 80,000 € per year', [65_000, 80_000, 'EUR']],
  ['38-42k€ bruts', [38_000, 42_000, 'EUR']],
  ['$41.50 - $58.25 per hour', [41.5, 58.25, 'USD']],
  ['CHF 110’000 – CHF 135’000', [110_000, 135_000, 'CHF']],
  ['1 650 € bruts par mois', [1_650, 1_650, 'EUR']],
  ['31.482,60 €', [31_482.6, 31_482.6, 'EUR']],
  ['$18,000 a $22,000 MXN mensuales', [18_000, 22_000, 'MXN']],
  ['între 28 și 36 lei net pe oră', [28, 36, 'RON']],
  ['11 000 – 14 000 MDL pe lună', [11_000, 14_000, 'MDL']],
  ['Zwischen 3.300 und 3.900 Euro', [3_300, 3_900, 'EUR']],
  ['60-70.000 EUR', [60_000, 70_000, 'EUR']],
])('%s', (text, [min, max, currency]) => {
  expect(findMoney(text)).toMatchObject([{ min, max, currency }])
})

test('numbers without a currency are not money', () => {
  expect(findMoney('30 days of vacation, 24/7, since 1987')).toEqual([])
})
