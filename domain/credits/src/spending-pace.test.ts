import { expect, test } from 'vitest'
import { daysLeft, paceFrom, readPace } from './spending-pace.ts'

const noon = Date.parse('2026-11-16T12:00:00Z')
const spent = (day: string, chargedMicros: bigint) => ({ day, chargedMicros })

test('the month begins on its first day, and the recent days are today and the six before', () => {
  const rows = [
    spent('2026-11-01', 1n),
    spent('2026-11-09', 10n),
    spent('2026-11-10', 100n),
    spent('2026-11-16', 1_000n),
  ]
  expect(readPace(rows, noon)).toMatchObject({ spentThisMonthMicros: 1_111n, spentLatelyMicros: 1_100n })
})

test.each([
  ['in the middle of a month', '2026-11-16T12:00:00Z', '2026-11-01T00:00:00.000Z'],
  ['at the beginning of a month', '2026-11-03T12:00:00Z', '2026-10-28T00:00:00.000Z'],
])('the usage is needed from the earlier of both, %s', (_name, now, expected) => {
  expect(paceFrom(Date.parse(now))).toBe(expected)
})

test('usage of last month counts for the pace and not for the month', () => {
  const now = Date.parse('2026-11-03T00:00:00Z')
  expect(readPace([spent('2026-10-30', 6n), spent('2026-11-02', 1n)], now)).toEqual({
    spentThisMonthMicros: 1n,
    spentLatelyMicros: 7n,
    latelyMs: 6 * 86_400_000,
  })
})

test.each([
  ['nothing was spent', 100n, [], null],
  ['there is debt', -1n, [spent('2026-11-16', 10n)], 0],
  ['the balance lasts', 100n, [spent('2026-11-12', 65n)], 10],
  ['the balance lasts longer than can be stated', 10n ** 18n, [spent('2026-11-12', 1n)], 2_000_000_000],
])('the days left if %s', (_name, balance, rows, expected) => {
  expect(daysLeft(balance, readPace(rows, noon))).toBe(expected)
})
