import { expect, test } from 'vitest'
import { planPartitions } from './maintain-partitions.ts'

const limits = { weeksAhead: 2, weeksKept: 13 }

test.each(['2026-11-16T00:00:00.000Z', '2026-11-19T12:00:00Z', '2026-11-22T23:59:59.999Z'])(
  'at %s the week of Monday 16 November and its neighbours exist',
  (moment) => {
    expect(planPartitions(Date.parse(moment), limits)).toEqual({
      create: ['2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30'],
      detachBefore: '2026-08-17',
    })
  },
)

test('weeks across the turn of the year are computed correctly', () => {
  expect(planPartitions(Date.parse('2026-12-31T10:00:00Z'), limits).create).toContain('2027-01-04')
})
