import { expect, test } from 'vitest'
import { findDateRange } from './date-range.ts'

const asOf = { year: 2026, month: 11 }

test.each([
  ['Engineer (2019 - 2023)', 48, false],
  ['2017-2019', 24, false],
  ['March 2021 - present', 68, true],
  ['Iunie 2018 - februarie 2021', 32, false],
  ['Januar 2020 bis heute', 82, true],
  ['Ianuarie 2021 - prezent', 70, true],
  ['2023 - 2019', 0, false],
  ['from 2014 to now', 144, true],
])('%s is %i months', (line, months, isCurrent) => {
  expect(findDateRange(line, asOf)).toMatchObject({ months, isCurrent })
})

test('a single year, a phone number and plain words are not date ranges', () => {
  for (const line of ['May 2015', '+31 6 4829 5671', 'present and correct'])
    expect(findDateRange(line, asOf)).toBeUndefined()
})
