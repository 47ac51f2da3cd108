// A caller for tests of internal routes, and a store that cannot be reached.
import { Fault } from '@gatehouse/runtime/fault'
import { testInternalCaller } from '@gatehouse/testkit/test-settings'
import { type CallerRight, callerRights, internalCallers } from '../internal/callers.ts'

export const callers = internalCallers().parse(testInternalCaller.settings.INTERNAL_CALLERS)
export const asCaller = { headers: testInternalCaller.headers }

/** A caller with all other rights: what a route is given, and what the caller sends. */
export function callerWithout(right: CallerRight) {
  const secret = 'a-secret-of-somebody-with-other-rights'
  const others = callerRights.filter((other) => other !== right)
  return {
    callers: internalCallers().parse(`others/${others.join('+')}:${secret}`),
    headers: { authorization: `Bearer ${secret}` },
  }
}

/** What a store does while the database is away. */
export function unreachable(): Promise<never> {
  return Promise.reject(
    new Fault({ kind: 'unavailable', code: 'postgres.unreachable', publicMessage: 'Try again soon.' }),
  )
}
