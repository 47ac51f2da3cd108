// The cookie that a call sends: some operations refer to the session of the caller.
import { addSession } from '@gatehouse/testkit/seed-backend'
import type { Database } from '@gatehouse/schema/database'
import type { ComposedOperation } from './compose-operation.ts'
import type { Role } from './expected-outcome.ts'
import type { SeededRoles } from './seeds/seed-roles.ts'

/** Calls of the super admin have a new session each, because some of them end sessions. */
export async function sessionCookie(
  { database, seeded }: { database: Database; seeded: Pick<SeededRoles, 'superAdmin' | 'keptCookie'> },
  role: Role,
  { name }: ComposedOperation,
): Promise<{ cookie?: string }> {
  if (role !== 'super admin') return {}
  // Keeps the session that `endSession` ends later.
  if (name === 'endOtherSessions') return { cookie: seeded.keptCookie }
  const { cookie } = await addSession(database, seeded.superAdmin.id)
  return { cookie }
}
