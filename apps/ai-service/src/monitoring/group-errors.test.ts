import type { LogEntry } from '@gatehouse/telemetry/create-logger'
import { expect, test } from 'vitest'
import { fingerprintError, groupErrors } from './group-errors.ts'

const entryAt = (second: number, message: string, own: Partial<LogEntry> = {}): LogEntry => ({
  timestamp: `2026-01-01T00:00:0${second}.000Z`,
  level: 'error',
  service: 'gateway',
  message,
  context: {},
  ...own,
})

test('one group per fingerprint, most recently seen first', () => {
  const fatal = entryAt(5, 'call 9 failed', { level: 'fatal', context: { error: { code: 'a.b' } } })
  const groups = groupErrors([
    entryAt(3, 'call 1 failed'),
    fatal,
    entryAt(7, 'gone'),
    entryAt(1, 'call 22 failed'),
  ])
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

test.each([
  ['no model named "gpt"', 'no model named "another model"'],
  ["the key 'a' is missing", "the key 'b c' is missing"],
  ['column `x` is unknown', 'column `y` is unknown'],
  ['the room “Blue” is full', 'the room “Red” is full'],
])('quoted values do not separate groups: %s', (left, right) => {
  expect(groupErrors([entryAt(1, left), entryAt(2, right)])).toMatchObject([{ count: 2, message: right }])
})

test('an apostrophe is not a quotation mark', () => {
  const messages = ["the provider's answer isn't JSON", "the provider's body isn't JSON"]
  expect(groupErrors(messages.map((message) => entryAt(1, message)))).toHaveLength(2)
})

test('no errors, no groups', () => {
  expect(groupErrors([])).toEqual([])
})

const stack =
  'Fault: x\n    at node:internal/a:1:1\n    at settle (file:///srv/a/domain/credits/src/settle.ts:40:7)'
const entry: LogEntry = {
  timestamp: '2026-01-01T00:00:00.000Z',
  level: 'error',
  service: 'gateway',
  message: 'call 019a4d5e-0000-7000-8000-0242ac120002 failed after 31 ms',
  context: { request_id: 'a', error: { name: 'Fault', code: 'postgres.unreachable', message: 'x', stack } },
}
const withError = (own: Record<string, unknown>): LogEntry => ({
  ...entry,
  context: { error: { ...(entry.context['error'] as object), ...own } },
})

test.each<[string, LogEntry]>([
  ['ids and numbers', { ...entry, message: 'call 019a4d5e-ffff-7000-8000-0242ac120002 failed after 4.5 ms' }],
  ['the time', { ...entry, timestamp: '2027-01-01T00:00:00.000Z' }],
  ['the request', { ...entry, context: { ...entry.context, request_id: 'b' } }],
  ['the message of an error with a code', withError({ message: 'y' })],
  ['line number and folder', withError({ stack: stack.replace('40:7', '52:1').replace('/srv/a', '/b') })],
])('%s does not change the fingerprint', (_, other) => {
  expect(fingerprintError(other)).toBe(fingerprintError(entry))
})

test.each<[string, LogEntry]>([
  ['the service', { ...entry, service: 'backend' }],
  ['the message', { ...entry, message: 'a call was lost' }],
  ['the code', withError({ code: 'postgres.busy' })],
  ['the function', withError({ stack: stack.replace('settle (', 'hold (') })],
  ['the message of an error without a code', withError({ code: undefined, message: 'y' })],
  ['no error at all', { ...entry, context: {} }],
])('%s changes the fingerprint', (_, other) => {
  expect(fingerprintError(other)).not.toBe(fingerprintError(entry))
})
