// Callers for tests of internal routes, and an unreachable store.
import { Fault } from '@gatehouse/runtime/fault'
import { testInternalCaller } from '@gatehouse/testkit/test-settings'
import { type CallerRight, callerRights, internalCallers } from '../internal/callers.ts'

export const callers = internalCallers().parse(testInternalCaller.settings.INTERNAL_CALLERS)
export const asCaller = { headers: testInternalCaller.headers }
export const unknownSecret = { authorization: `Bearer ${'x'.repeat(36)}` }

/** A caller with all rights except this one: the setting for the route, and the headers of the caller. */
export function callerWithout(right: CallerRight) {
  const secret = 'a-secret-of-a-caller-with-other-rights'
  const others = callerRights.filter((other) => other !== right)
  return {
    callers: internalCallers().parse(`others/${others.join('+')}:${secret}`),
    headers: { authorization: `Bearer ${secret}` },
  }
}

/** Behaves like a store whose database is unavailable. */
export function unreachable(): Promise<never> {
  return Promise.reject(
    new Fault({ kind: 'unavailable', code: 'postgres.unreachable', publicMessage: 'Try again soon.' }),
  )
}
