import { expect, test } from 'vitest'
import { usageBars, usageSpan } from './usage-bars.ts'

const now = new Date('2026-11-17T06:20:31.000Z')

test('thirty days end with today, and days without calls have a bar of zero', () => {
  const { from, groupBy } = usageSpan('30d', now)
  expect([from.toISOString(), groupBy]).toEqual(['2026-10-19T00:00:00.000Z', 'DAY'])
  const bars = usageBars('30d', from, [{ day: '2026-11-17', hour: null, requests: 1, credits: '1.020031' }])
  expect(bars).toHaveLength(30)
  expect(bars[0]).toMatchObject({ label: '19 Oct', value: '0.00 credits, 0 calls' })
  expect(bars.at(-1)).toMatchObject({ label: '17 Nov', value: '1.020031 credits, 1 call' })
})

test('48 hours end with the present hour', () => {
  const { from, groupBy } = usageSpan('48h', now)
  expect([from.toISOString(), groupBy]).toEqual(['2026-11-15T07:00:00.000Z', 'HOUR'])
  const hour = '2026-11-17T06:00:00.000Z'
  const bars = usageBars('48h', from, [{ day: null, hour, requests: 2_000, credits: '3' }])
  expect(bars.at(-1)).toMatchObject({ label: '17 Nov, 06:00', value: '3.00 credits, 2,000 calls' })
})
