import { Fault } from '@gatehouse/runtime/fault'
import { describeError } from '@gatehouse/telemetry/describe-error'
import { expect, test } from 'vitest'
import { toEngineError } from './engine-error.ts'

const away = new Fault({
  kind: 'unavailable',
  code: 'postgres.unreachable',
  publicMessage: 'The database is away.',
})

test('a copy of an error keeps its message, code and stack in the log', () => {
  const copy = { code: away.code, message: away.message, stack: away.stack, queue: 'send-mail', worker: 'w' }
  expect(describeError(toEngineError(copy))).toMatchObject({
    code: 'postgres.unreachable',
    message: `${away.message} (queue send-mail)`,
    stack: away.stack,
  })
})

test.each([
  [away, away.message],
  ['text', 'text'],
  [{ reason: 'x' }, '{"reason":"x"}'],
])('%o is logged as an error', (emitted, message) => {
  expect(toEngineError(emitted).message).toBe(message)
})
