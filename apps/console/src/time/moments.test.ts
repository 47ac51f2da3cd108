import { expect, test } from 'vitest'
import {
  formatAgo,
  formatDay,
  formatMillisecond,
  formatMinute,
  formatMoment,
  formatMonth,
  formatTime,
} from './moments.ts'

const moment = new Date('2026-11-07T09:04:07.203Z')

test('a moment is shown in UTC, in the precision that its place needs', () => {
  expect([formatDay(moment), formatMinute(moment), formatTime(moment), formatMoment(moment)]).toEqual([
    '7 Nov 2026',
    '7 Nov 2026, 09:04',
    '09:04:07',
    '2026-11-07 09:04:07.203 UTC',
  ])
})

test('moments within a second differ, and have their year if it is not the present one', () => {
  const later = new Date(moment.getTime() + 1)
  expect([formatMillisecond(moment, moment.getTime()), formatMillisecond(later, 0)]).toEqual([
    '7 Nov, 09:04:07.203',
    '7 Nov 2026, 09:04:07.204',
  ])
})

test('a month is that of UTC', () => {
  expect(formatMonth(new Date('2026-10-31T23:59:59Z'))).toBe('Oct 2026')
})

test.each([
  [-5_000, 'just now'],
  [9_999, 'just now'],
  [59_999, '59 seconds ago'],
  [60_000, '1 minute ago'],
  [7_199_999, '1 hour ago'],
  [86_400_000, '1 day ago'],
  [30 * 86_400_000, '7 Nov 2026'],
])('%s ms later it was %s', (laterMs, words) => {
  expect(formatAgo(moment, moment.getTime() + laterMs)).toBe(words)
})
