import { expect, test } from 'vitest'
import { formatLogLine } from './readable-log.ts'

const line = (fields: Record<string, unknown>) =>
  JSON.stringify({
    timestamp: '2026-11-15T02:35:01.152Z',
    level: 'info',
    message: 'hello',
    context: {},
    ...fields,
  })

test('an entry becomes a time, a service, a message and its fields', () => {
  const text = formatLogLine('gateway', line({ context: { took_ms: 3, request_id: 'r', alias: 'x' } }), false)
  expect(text).toBe('02:35:01.152 gateway    hello took_ms=3 alias=x')
})

test('a level above info is shown', () => {
  expect(formatLogLine('backend', line({ level: 'warn' }), false)).toContain('backend    warn hello')
})

test('an error is shown with its stack', () => {
  const text = formatLogLine('backend', line({ context: { error: { stack: 'Error: x\n  at y' } } }), false)
  expect(text).toContain('\nError: x\n  at y')
})

test('a line that is not a log entry is passed on unchanged', () => {
  expect(formatLogLine('provider', 'plain words', false)).toBe('provider   plain words')
})
