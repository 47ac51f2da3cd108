import { expect, test } from 'vitest'
import { missingPartitions, planWeeks, weekOf } from './plan-partitions.ts'

const limits = { weeksAhead: 2, weeksKept: 13 }

test.each(['2026-11-16T00:00:00.000Z', '2026-11-19T12:00:00Z', '2026-11-22T23:59:59.999Z'])(
  'at %s the week of Monday 16 November and its neighbours exist',
  (moment) => {
    expect(planWeeks(Date.parse(moment), limits)).toEqual({
      weeks: ['2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30'],
      detachBefore: '2026-08-17',
    })
  },
)

test('weeks across the turn of the year are computed correctly', () => {
  expect(planWeeks(Date.parse('2026-12-31T10:00:00Z'), limits).weeks).toContain('2027-01-04')
  expect(weekOf('2027-01-03')).toBe('2026-12-28')
})

test('a week without partitions gets one, or seven', () => {
  expect(missingPartitions('2026-11-16', 'week', [])).toEqual([
    { firstDay: '2026-11-16', endDay: '2026-11-23' },
  ])
  const days = missingPartitions('2026-11-16', 'day', [])
  expect(days).toHaveLength(7)
  expect(days[6]).toEqual({ firstDay: '2026-11-22', endDay: '2026-11-23' })
})

test.each(['week', 'day'] as const)('partitions of either length are never overlapped: by %s', (length) => {
  const week = { firstDay: '2026-11-16', endDay: '2026-11-23' }
  expect(missingPartitions('2026-11-16', length, [week])).toEqual([])
  const taken = [
    { firstDay: '2026-11-16', endDay: '2026-11-17' },
    { firstDay: '2026-11-18', endDay: '2026-11-19' },
  ]
  expect(missingPartitions('2026-11-16', length, taken).map(({ firstDay }) => firstDay)).toEqual([
    '2026-11-17',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ])
})
