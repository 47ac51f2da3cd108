import type { LogEntry } from '@gatehouse/telemetry/create-logger'
import { expect, test } from 'vitest'
import { fingerprintError } from './fingerprint-error.ts'

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
  ['when', { ...entry, timestamp: '2027-01-01T00:00:00.000Z' }],
  ['the request', { ...entry, context: { ...entry.context, request_id: 'b' } }],
  ['what an error with a code says', withError({ message: 'y' })],
  [
    'the line and the folder of the code',
    withError({ stack: stack.replace('40:7', '52:1').replace('/srv/a', '/b') }),
  ],
])('%s does not make it another error', (_, other) => {
  expect(fingerprintError(other)).toBe(fingerprintError(entry))
})

test.each<[string, LogEntry]>([
  ['the service', { ...entry, service: 'backend' }],
  ['the words', { ...entry, message: 'a call was lost' }],
  ['the code', withError({ code: 'postgres.busy' })],
  ['the function', withError({ stack: stack.replace('settle (', 'hold (') })],
  ['what an error without a code says', withError({ code: undefined, message: 'y' })],
  ['no error at all', { ...entry, context: {} }],
])('%s makes it another error', (_, other) => {
  expect(fingerprintError(other)).not.toBe(fingerprintError(entry))
})
