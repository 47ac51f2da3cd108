import { expect, test } from 'vitest'
import { readPeriod, spanOf, writePeriod } from './periods.ts'

const now = Date.parse('2026-11-17T09:14:07.203Z')

test.each([
  ['1h', '2026-11-17T08:15:00.000Z', '2026-11-17T09:15:00.000Z', 60],
  ['24h', '2026-11-16T09:30:00.000Z', '2026-11-17T09:30:00.000Z', 48],
  ['7d', '2026-11-10T12:00:00.000Z', '2026-11-17T12:00:00.000Z', 56],
  ['30d', '2026-10-18T12:00:00.000Z', '2026-11-17T12:00:00.000Z', 60],
] as const)('%s ends with the step that has begun', (name, from, to, steps) => {
  expect(spanOf({ name }, now)).toEqual({ from: new Date(from), to: new Date(to), steps, endsNow: true })
})

test('the address is read as it was written, and anything else is the default', () => {
  const custom = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }
  for (const period of [custom, { name: '24h' } as const])
    expect(readPeriod(writePeriod(period), '7d')).toEqual(period)
  for (const raw of [{}, { period: '3y' }, { from: custom.to, to: custom.from }, { from: 5, to: 'x' }])
    expect(readPeriod(raw, '7d')).toEqual({ name: '7d' })
})
