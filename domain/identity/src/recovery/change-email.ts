// Changes the address of a user once both the old and the new address have confirmed it by a mailed link.
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { emailTaken, linkOver } from '../identity-faults.ts'
import { type LogInDeps, type LoginActor, countAttempt } from '../login/log-in.ts'
import { removeExpiredLinks } from './expired-links.ts'
import { hashLinkToken, mintLinkToken } from '../token/link-token.ts'
import { refuseIfSsoIsEnforced } from '../sso/require-sso.ts'
import { emailManaged } from '../sso/sso-faults.ts'
import type { FillRandom } from '../token/refresh-token.ts'
import { type User, checkEmail, findUserByEmail } from '../users.ts'

export const emailChangeHours = 24

/** A link to mail: to the old address, or to the new one. */
export type EmailChangeLink = {
  key: string
  to: string
  newEmail: string
  token: Secret
}

export type RequestDeps = Pick<LogInDeps, 'limits'> & {
  database: Database
  ids: Ids
  fillRandom: FillRandom
  mailLink: (tx: Transaction, link: EmailChangeLink) => Promise<void>
}

/**
 * Replaces an earlier request. An address that has an account gets no mail, so the change is never confirmed; the caller
 * gets the same answer, because it must not learn who has an account.
 */
export async function requestEmailChange(
  { database, ids, fillRandom, limits, mailLink }: RequestDeps,
  { user, newEmail: given }: { user: User; newEmail: string },
  from: LoginActor,
): Promise<void> {
  const newEmail = checkEmail(given, 'newEmail')
  await countAttempt(limits, { kind: 'mail', value: user.id })
  const [toOld, toNew] = [mintLinkToken(fillRandom), mintLinkToken(fillRandom)]
  const isTaken = (await findUserByEmail(database, newEmail)) !== undefined
  await database.transaction().execute(async (tx) => {
    // Concurrent requests of a user wait for each other, so that each one ends the earlier one.
    await sql`select from users where id = ${user.id} for no key update`.execute(tx)
    await refuseIfSsoIsEnforced(tx, user.id, emailManaged)
    await sql`update email_changes set ended_at = now() where user_id = ${user.id} and ended_at is null`.execute(
      tx,
    )
    await removeExpiredLinks(tx, 'email_changes')
    const id = ids.uuid()
    await tx
      .insertInto('email_changes')
      .values({
        id,
        user_id: user.id,
        new_email: newEmail,
        old_token_hash: toOld.hash,
        new_token_hash: toNew.hash,
        expires_at: sql`now() + make_interval(hours => ${emailChangeHours})`,
      })
      .execute()
    await recordAuditEntry(ids, tx, {
      ...from,
      actor: { kind: 'user', id: user.id },
      companyId: null,
      action: 'user.request_email_change',
      subject: { kind: 'user', id: user.id },
      details: { new_email: newEmail },
    })
    await mailLink(tx, { key: `email-change-old:${id}`, to: user.email, newEmail, token: toOld.token })
    if (!isTaken)
      await mailLink(tx, { key: `email-change-new:${id}`, to: newEmail, newEmail, token: toNew.token })
  })
}

/** `CHANGED` if both addresses have confirmed; otherwise the other one must still do so. */
export const emailChangeStates = ['CHANGED', 'WAITING'] as const
export type EmailChangeState = (typeof emailChangeStates)[number]

export type ConfirmDeps = Pick<LogInDeps, 'limits'> & { database: Database; ids: Ids }

export async function confirmEmailChange(
  { database, ids, limits }: ConfirmDeps,
  { token, addressRange }: { token: Secret; addressRange: string },
  from: LoginActor,
): Promise<EmailChangeState> {
  await countAttempt(limits, { kind: 'address', value: addressRange })
  const tokenHash = hashLinkToken(token)
  if (!tokenHash) throw linkOver()
  return database.transaction().execute(async (tx) => {
    const change = await confirmOne(tx, tokenHash)
    if (!change.isConfirmed) return 'WAITING'
    await replaceEmail({ ids, tx }, change, from)
    return 'CHANGED'
  })
}

type ConfirmedChange = { id: string; userId: string; newEmail: string; isConfirmed: boolean }

async function confirmOne(tx: Transaction, tokenHash: Buffer): Promise<ConfirmedChange> {
  // The user is locked before the links, as a new password does: otherwise the two could wait for each other forever.
  await sql`
    select from users
     where id = (select user_id from email_changes
                  where old_token_hash = ${tokenHash} or new_token_hash = ${tokenHash})
       for no key update`.execute(tx)
  const { rows } = await sql<ConfirmedChange>`
    update email_changes
       set old_confirmed_at = case when old_token_hash = ${tokenHash} then now() else old_confirmed_at end,
           new_confirmed_at = case when new_token_hash = ${tokenHash} then now() else new_confirmed_at end
     where (old_token_hash = ${tokenHash} or new_token_hash = ${tokenHash})
       and ended_at is null and expires_at > now()
    returning id, user_id as "userId", new_email as "newEmail",
              old_confirmed_at is not null and new_confirmed_at is not null as "isConfirmed"`.execute(tx)
  const [change] = rows
  if (!change) throw linkOver()
  return change
}

async function replaceEmail(
  { ids, tx }: { ids: Ids; tx: Transaction },
  { id, userId, newEmail }: ConfirmedChange,
  from: LoginActor,
): Promise<void> {
  // Another address would escape the enforcement, which applies to the domain of the address.
  await refuseIfSsoIsEnforced(tx, userId, emailManaged)
  await tx
    .updateTable('users')
    .set({ email: newEmail, updated_at: sql`now()` })
    .where('id', '=', userId)
    .execute()
    .catch((thrown: unknown) => {
      throw constraintFault(thrown, { users_email_key: emailTaken })
    })
  await sql`update email_changes set ended_at = now() where id = ${id}`.execute(tx)
  // Links to set a password were mailed to the old address, which may no longer belong to the user.
  await sql`update password_resets set ended_at = now() where user_id = ${userId} and ended_at is null`.execute(
    tx,
  )
  await recordAuditEntry(ids, tx, {
    ...from,
    actor: { kind: 'user', id: userId },
    companyId: null,
    action: 'user.change_email',
    subject: { kind: 'user', id: userId },
    details: { new_email: newEmail },
  })
}
