// Changes the password of a user who knows the current one. Guessing is limited as for a login, but by an allowance
// that only a logged-in user can exhaust.
import type { AuditActor } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely } from 'kysely'
import { wrongPassword } from '../../identity-faults.ts'
import { type LogInDeps, type LoggedIn, countAttempt } from '../../log-in.ts'
import { checkPassword } from '../../password/check-password.ts'
import { setPassword } from './set-password.ts'
import type { User } from '../../user.ts'

export type ChangePasswordDeps = LogInDeps & { database: Kysely<Tables>; ids: Ids }

/** Ends all sessions and opens a new one for the caller. */
export async function changePassword(
  deps: ChangePasswordDeps,
  { user, current, next }: { user: User; current: Secret; next: Secret },
  by: AuditActor,
): Promise<LoggedIn> {
  const subject = { kind: 'change', value: user.id } as const
  await countAttempt(deps.limits, subject)
  const found = await deps.store.findByEmail(user.email)
  const isRight = await deps.hasher.verify(current.reveal(), found?.passwordHash)
  if (!found || found.passwordHash === null || !isRight) throw wrongPassword()
  const { passwordHash: replacedHash } = found
  await deps.limits.clear(subject)
  checkPassword(next)
  const passwordHash = await deps.hasher.hash(next.reveal())
  await deps.database
    .transaction()
    .execute((tx) => setPassword({ ids: deps.ids, tx }, { userId: user.id, passwordHash, replacedHash }, by))
  const refresh = await deps.store.openSession({ userId: user.id, passwordHash })
  const changed = await deps.store.findByEmail(user.email)
  if (!refresh || !changed) throw wrongPassword()
  const device = deps.devices.issue({ userId: user.id, generation: changed.deviceGeneration })
  return { user, refresh, device, access: await deps.tokens.issue(user) }
}
