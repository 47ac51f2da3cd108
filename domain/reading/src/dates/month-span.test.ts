import { expect, test } from 'vitest'
import { findDateRanges } from './find-date-ranges.ts'
import { monthNames } from './month-names.ts'
import { countMonths, formatMonth, monthSpanOf } from './month-span.ts'
import { splitLines } from '../text-lines.ts'

test.each([
  ['Engineer (2019 - 2023)', 48],
  ['2017-2019', 24],
  ['March 2021 - present', 69],
  ['Iunie 2018 - februarie 2021', 33],
  ['Januar 2020 bis heute', 83],
  ['Ianuarie 2021 - prezent', 71],
  ['May 2020 - May 2020', 1],
  ['from 2014 to now', 155],
])('%s is %i months', (text, months) => {
  const [range] = findDateRanges(splitLines(text), monthNames())
  const span = range && monthSpanOf(range, '2026-11-15')
  expect(span && countMonths([span])).toBe(months)
})

test('months of overlapping spans count once', () => {
  const spans = [
    { from: 10, to: 20 },
    { from: 15, to: 22 },
    { from: 30, to: 31 },
  ]
  expect(countMonths(spans)).toBe(13)
  expect(formatMonth(2026 * 12 + 10)).toBe('2026-11')
})
