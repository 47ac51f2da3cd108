// Sets a new password by a link that is mailed to the user. A person who requests a link learns nothing about the
// account: the answer is the same, and the caller must not wait for `sendResetLink`, which takes longer if there is an account.
import { type AuditEntry, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { linkOver } from '../identity-faults.ts'
import { type LogInDeps, type LoginActor, countAttempt } from '../login/log-in.ts'
import { checkPassword, setPassword } from '../password/change-password.ts'
import { removeExpiredLinks } from './expired-links.ts'
import { hashLinkToken, mintLinkToken } from '../token/link-token.ts'
import type { FillRandom } from '../token/refresh-token.ts'
import { type User, findUserByEmail, requireUserById } from '../users.ts'

export const resetMinutes = 60

export type MailResetLink = (
  tx: Transaction,
  reset: { id: string; user: User; token: Secret },
) => Promise<void>

export type ResetLinkDeps = { database: Database; ids: Ids; fillRandom: FillRandom; mailLink: MailResetLink }

/** Counts a request, for addresses with and without an account. */
export async function countResetRequest(
  { limits }: Pick<LogInDeps, 'limits'>,
  { email, addressRange }: { email: string; addressRange: string },
): Promise<void> {
  await countAttempt(limits, { kind: 'address', value: addressRange })
  await countAttempt(limits, { kind: 'mail', value: email.trim().toLowerCase() })
}

/** Does nothing if no user has this address. */
export async function sendResetLink(
  { database, ids, fillRandom, mailLink }: ResetLinkDeps,
  email: string,
  from: LoginActor,
): Promise<void> {
  const user = await findUserByEmail(database, email)
  if (!user) return
  const { token, hash } = mintLinkToken(fillRandom)
  await database.transaction().execute(async (tx) => {
    // If the user's address is changed concurrently, no link goes to the old one.
    if (!(await lockAddress(tx, user))) return
    const id = ids.uuid()
    await tx
      .insertInto('password_resets')
      .values({
        id,
        user_id: user.id,
        token_hash: hash,
        expires_at: sql`now() + make_interval(mins => ${resetMinutes})`,
      })
      .execute()
    await removeExpiredLinks(tx, 'password_resets')
    await recordAuditEntry(ids, tx, {
      ...from,
      // The person who asked is not known; the entry has their address.
      actor: { kind: 'service', id: 'password-reset' },
      companyId: null,
      action: 'user.request_password_reset',
      subject: { kind: 'user', id: user.id },
    })
    await mailLink(tx, { id, user, token })
  })
}

async function lockAddress(tx: Transaction, { id, email }: User): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export type ResetDeps = Pick<LogInDeps, 'hasher' | 'limits'> & {
  database: Database
  ids: Ids
  /** Reports the new password to the user. */
  mailNotice: (tx: Transaction, user: User) => Promise<void>
}

export type Reset = { token: Secret; password: Secret; addressRange: string }

/** Ends all sessions and all links of the user, and does not log in: a second factor must still be asked for. */
export async function resetPassword(
  { database, ids, hasher, limits, mailNotice }: ResetDeps,
  { token, password, addressRange }: Reset,
  from: LoginActor,
): Promise<void> {
  await countAttempt(limits, { kind: 'address', value: addressRange })
  const tokenHash = hashLinkToken(token)
  if (!tokenHash || !(await isOpen(database, tokenHash))) throw linkOver()
  // After the token, so that hashing is not free for strangers.
  checkPassword(password, 'newPassword')
  const passwordHash = await hasher.hash(password.reveal())
  const user = await database.transaction().execute(async (tx) => {
    const userId = await useToken(tx, tokenHash)
    const found = await requireUserById(tx, userId)
    const by: Pick<AuditEntry, 'actor'> & LoginActor = { ...from, actor: { kind: 'user', id: userId } }
    await setPassword({ ids, tx }, { userId, passwordHash }, by)
    await mailNotice(tx, found)
    return found
  })
  // Guesses of others must not keep the owner from logging in with the new password.
  await limits.clear({ kind: 'account', value: user.email.toLowerCase() })
}

async function isOpen(database: Database, tokenHash: Buffer): Promise<boolean> {
  const row = await database
    .selectFrom('password_resets')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Throws if the link was used concurrently. */
async function useToken(tx: Transaction, tokenHash: Buffer): Promise<string> {
  // The user is locked before the links, as a change of the address does.
  await sql`
    select from users where id = (select user_id from password_resets where token_hash = ${tokenHash})
       for no key update`.execute(tx)
  const row = await tx
    .updateTable('password_resets')
    .set({ ended_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw linkOver()
  return row.user_id
}
