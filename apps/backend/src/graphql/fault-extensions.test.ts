import { Fault } from '@gatehouse/runtime/fault'
import { expect, test } from 'vitest'
import { toFaultExtensions } from './fault-extensions.ts'

test.each([
  ['unauthenticated', 'UNAUTHENTICATED'],
  ['denied', 'FORBIDDEN'],
  ['not_found', 'NOT_FOUND'],
  ['invalid', 'BAD_USER_INPUT'],
  ['conflict', 'CONFLICT'],
  ['internal', 'INTERNAL'],
] as const)('%s is %s', (kind, code) => {
  const fault = new Fault({ kind, code: 'test.case', publicMessage: 'x', context: { inside: 1 } })
  expect(toFaultExtensions(fault, 'r-1')).toEqual({ code, fault: 'test.case', request_id: 'r-1' })
})
