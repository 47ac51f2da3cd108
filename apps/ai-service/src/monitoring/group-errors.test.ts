import type { LogEntry } from '@gatehouse/telemetry/create-logger'
import { expect, test } from 'vitest'
import { groupErrors } from './group-errors.ts'

const entry = (second: number, message: string, own: Partial<LogEntry> = {}): LogEntry => ({
  timestamp: `2026-01-01T00:00:0${second}.000Z`,
  level: 'error',
  service: 'gateway',
  message,
  context: {},
  ...own,
})

test('one group for each trouble, the one that was seen last first', () => {
  const fatal = entry(5, 'call 9 failed', { level: 'fatal', context: { error: { code: 'a.b' } } })
  const groups = groupErrors([entry(3, 'call 1 failed'), fatal, entry(7, 'gone'), entry(1, 'call 22 failed')])
  expect(groups).toMatchObject([
    { message: 'gone', count: 1, first_seen: '2026-01-01T00:00:07.000Z', code: null },
    { message: 'call 9 failed', count: 1, level: 'fatal', code: 'a.b', latest: fatal },
    {
      message: 'call 1 failed',
      count: 2,
      first_seen: '2026-01-01T00:00:01.000Z',
      last_seen: '2026-01-01T00:00:03.000Z',
    },
  ])
  expect(new Set(groups.map(({ fingerprint }) => fingerprint)).size).toBe(3)
})

test('no errors, no groups', () => {
  expect(groupErrors([])).toEqual([])
})
