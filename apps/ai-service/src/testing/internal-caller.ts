// A caller for tests of internal routes, and a store that cannot be reached.
import { Fault } from '@gatehouse/runtime/fault'
import { testInternalCaller } from '@gatehouse/testkit/test-internal-caller'
import { internalCallers } from '../internal/callers.ts'

export const callers = internalCallers().parse(testInternalCaller.settings.INTERNAL_CALLERS)
export const asCaller = { headers: testInternalCaller.headers }

/** What a store does while the database is away. */
export function unreachable(): Promise<never> {
  return Promise.reject(
    new Fault({ kind: 'unavailable', code: 'postgres.unreachable', publicMessage: 'Try again soon.' }),
  )
}
