// Changes the password of a user who knows the current one and confirms their second factor. Guessing is limited as for a
// login, but by an allowance that only a logged-in user can exhaust.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { FactorDeps } from '../factors/complete-login.ts'
import { withFactor } from '../factors/confirm-factor.ts'
import { invalidUser, unknownUser, wrongPassword } from '../identity-faults.ts'
import { type LoggedIn, countAttempt } from '../login/log-in.ts'
import { openSession } from '../sessions/open-session.ts'
import type { SessionClient } from '../sessions/session-client.ts'
import type { User } from '../users.ts'

export type PasswordChange = {
  user: User
  current: Secret
  next: Secret
  /** Null if the user has no second factor. */
  code: Secret | null
  client: SessionClient
}

/**
 * Ends all sessions and opens a new one for the caller. Everything is one transaction: the password stays as it is if the
 * session cannot be opened, because a company of the user enforces single sign-on.
 */
export async function changePassword(
  deps: FactorDeps,
  { user, current, next, code, client }: PasswordChange,
  by: AuditActor,
): Promise<LoggedIn> {
  const subject = { kind: 'change', value: user.id } as const
  await countAttempt(deps.limits, subject)
  const found = await deps.store.findByEmail(user.email)
  const isRight = await deps.hasher.verify(current.reveal(), found?.passwordHash)
  if (!found || found.passwordHash === null || !isRight) throw wrongPassword()
  const { passwordHash: replacedHash } = found
  await deps.limits.clear(subject)
  checkPassword(next, 'newPassword')
  const passwordHash = await deps.hasher.hash(next.reveal())
  const change = { userId: user.id, passwordHash, replacedHash }
  const { refresh, generation } = await withFactor(deps, { account: found, code, by }, async (tx) => {
    const changed = await setPassword({ ids: deps.ids, tx }, change, by)
    return { ...changed, ...(await openSession({ ...deps, tx }, { userId: user.id, client })) }
  })
  const device = deps.devices.issue({ userId: user.id, generation })
  return { user, refresh, device, access: await deps.tokens.issue(user) }
}

export type NewPassword = { userId: string; passwordHash: string; replacedHash?: string }

/**
 * Runs in the caller's transaction. Ends all sessions and all links, and forgets all known devices, by a new generation of
 * their tokens.
 * With `replacedHash`, throws if the password has changed in the meantime.
 */
export async function setPassword(
  { ids, tx }: { ids: Ids; tx: Transaction },
  { userId, passwordHash, replacedHash }: NewPassword,
  by: AuditActor,
): Promise<{ generation: number }> {
  const changed = await tx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      device_generation: sql`device_generation + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', userId)
    .$if(replacedHash !== undefined, (update) => update.where('password_hash', '=', replacedHash ?? null))
    .returning('device_generation as generation')
    .executeTakeFirst()
  if (!changed) throw replacedHash === undefined ? unknownUser() : wrongPassword()
  await tx
    .updateTable('login_sessions')
    .set({ ended_at: sql`now()`, end_reason: 'PASSWORD' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  // A link that was requested before must neither undo this change nor give the account to another address.
  for (const table of ['password_resets', 'email_changes'] as const)
    await tx
      .updateTable(table)
      .set({ ended_at: sql`now()` })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute()
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId: null,
    action: 'user.set_password',
    subject: { kind: 'user', id: userId },
  })
  return changed
}

// Length makes a password hard to guess; rules about its characters make it hard to remember. The upper bound keeps a
// request from hashing megabytes.
const lengthMin = 12
const lengthMax = 256

/** Throws if a new password is not acceptable. */
export function checkPassword(password: Secret, input = 'password'): void {
  const { length } = Array.from(password.reveal())
  if (length < lengthMin || length > lengthMax) {
    const message = `A password has ${lengthMin} to ${lengthMax} characters. Choose another one, such as four words.`
    throw invalidUser('identity.password', { input, message })
  }
}
