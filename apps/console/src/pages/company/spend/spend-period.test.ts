import { expect, test } from 'vitest'
import { spendPeriods, spendSpan, stepsOf } from './spend-period.ts'

const now = Date.parse('2026-03-31T09:14:07.203Z')
const day = (text: string) => new Date(`${text}T00:00:00.000Z`)

test.each([
  ['7d', '2026-03-25', '2026-04-01', '2026-03-18', '2026-03-25'],
  ['month', '2026-03-01', '2026-04-01', '2026-02-01', '2026-03-01'],
  ['lastMonth', '2026-02-01', '2026-03-01', '2026-01-01', '2026-02-01'],
] as const)('%s is whole days, and so is the period before', (period, from, to, beforeFrom, beforeTo) => {
  expect(spendSpan(period, now)).toEqual({
    unit: 'DAY',
    from: day(from),
    to: day(to),
    before: { from: day(beforeFrom), to: day(beforeTo) },
  })
})

test('a day in hours ends with the hour that has begun', () => {
  const span = spendSpan('24h', now)
  expect([span.from, span.to].map((at) => at.toISOString())).toEqual([
    '2026-03-30T10:00:00.000Z',
    '2026-03-31T10:00:00.000Z',
  ])
  expect(stepsOf(span, span.unit)).toHaveLength(24)
})

test.each(spendPeriods)('the steps of %s begin with its first day or hour', (period) => {
  const span = spendSpan(period, now)
  const [first = ''] = stepsOf(span, span.unit)
  expect(new Date(first)).toEqual(span.from)
})
