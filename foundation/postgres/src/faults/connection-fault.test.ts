import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { canTakeEffect, judgeFailure } from './connection-fault.ts'

function answer(code: string | undefined, severity = 'ERROR'): DatabaseError {
  return Object.assign(new DatabaseError('text', 4, 'error'), { code, severity })
}
const network = (code: string) => Object.assign(new Error('text'), { code })

test.each([
  ['a lost connection', network('ECONNRESET'), 'lost'],
  ['a broken pipe', network('EPIPE'), 'lost'],
  ['a destroyed socket', network('ERR_STREAM_DESTROYED'), 'lost'],
  ['our own time limit', new Error('Query read timeout'), 'lost'],
  ['the end of the connection', new Error('Connection terminated unexpectedly'), 'lost'],
  ['a shutdown', answer('57P01'), 'lost'],
  ['the end of a session', answer('25P03', 'FATAL'), 'lost'],
  ['bytes that are not a Postgres message', answer(undefined), 'lost'],
  ['a connection known to be broken', new Error('Client was closed and is not queryable'), 'not sent'],
  ['a read-only server', answer('25006'), 'read only'],
  ['statement_timeout', answer('57014'), 'busy'],
  ['lock_timeout', answer('55P03'), 'busy'],
  ['a full disk', answer('53100'), 'busy'],
  ['a failed read of a file', answer('58030'), 'busy'],
  ['a violated constraint', answer('23505'), 'mistake'],
  ['a mistake of ours', new TypeError('x is not a function'), 'mistake'],
  ['our own mistake, with an error code', network('ERR_INVALID_ARG_TYPE'), 'mistake'],
  ['a thrown value that is not an error', 'text', 'mistake'],
] as const)('%s is classified', (_what, thrown, expected) => {
  expect(judgeFailure(thrown)).toBe(expected)
})

test.each([
  ['insert into a values (1)', 'I', true],
  ['select settle_calls()', 'I', true],
  ['begin', 'I', false],
  ['start transaction isolation level serializable read only', 'I', false],
  ['begin; insert into a values (1); commit', 'I', true],
  ['insert into a values (1)', 'T', false],
  ['rollback', 'T', false],
  ['commit', 'T', true],
  ['COMMIT;', 'T', true],
  ['insert into a values (1); commit', 'T', true],
  ['update committed set a = case when b then 1 end', 'T', false],
] as const)('%j in state %s may have taken effect: %s', (statement, status, expected) => {
  expect(canTakeEffect(statement, status)).toBe(expected)
})
