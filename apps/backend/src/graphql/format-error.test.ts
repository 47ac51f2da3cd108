import { Fault } from '@gatehouse/runtime/fault'
import { expect, test } from 'vitest'
import { toFaultExtensions } from './format-error.ts'

test.each([
  ['unauthenticated', 'UNAUTHENTICATED'],
  ['denied', 'FORBIDDEN'],
  ['not_found', 'NOT_FOUND'],
  ['invalid', 'BAD_USER_INPUT'],
  ['conflict', 'CONFLICT'],
  ['exhausted', 'RATE_LIMITED'],
  ['unavailable', 'UNAVAILABLE'],
  ['internal', 'INTERNAL'],
] as const)('%s is %s', (kind, code) => {
  const fault = new Fault({ kind, code: 'test.case', publicMessage: 'x', context: { inside: 1 } })
  expect(toFaultExtensions(fault, 'r-1')).toEqual({ code, fault: 'test.case', request_id: 'r-1' })
})

test('the retry delay of a fault is included', () => {
  const details = { code: 'test.case', publicMessage: 'x', retryAfterMs: 60_000 } as const
  expect(toFaultExtensions(new Fault({ kind: 'exhausted', ...details }), 'r-1')).toMatchObject({
    code: 'RATE_LIMITED',
    retry_after_ms: 60_000,
  })
})
