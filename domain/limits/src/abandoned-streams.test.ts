import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createLocalAbandons } from './abandoned-streams.ts'

const limits = { perMinute: 4, sharePercent: 50 }
const stream = { companyId: 'c', keyId: 'k' }

test('each process enforces its share of the limit, which drains over time and with streams that are read to their end', async () => {
  const clock = createFakeClock()
  const abandons = createLocalAbandons({ clock, limits, processCount: () => 2 })
  abandons.count(stream, 'abandoned')
  expect(abandons.waitMs(stream)).toBe(0)
  abandons.count(stream, 'abandoned')
  expect(abandons.waitMs(stream)).toBeGreaterThan(0)
  for (const outcome of ['completed', 'completed', 'abandoned', 'completed'] as const)
    abandons.count(stream, outcome)
  for (let count = 0; count < 4; count += 1) abandons.count(stream, 'abandoned')
  // The level is 5.5, of which 1 may remain; the rest drains at two per minute.
  expect(abandons.waitMs(stream)).toBe(135_000)
  await clock.advance(135_000)
  expect(abandons.waitMs(stream)).toBe(0)
})

test('the keys of a company share a larger limit', () => {
  const abandons = createLocalAbandons({ clock: createFakeClock(), limits, processCount: () => 1 })
  for (let key = 0; key < 20; key += 1) abandons.count({ companyId: 'c', keyId: `k${key}` }, 'abandoned')
  expect(abandons.waitMs({ companyId: 'c', keyId: 'new' })).toBeGreaterThan(0)
  expect(abandons.waitMs({ companyId: 'd', keyId: 'other' })).toBe(0)
})
