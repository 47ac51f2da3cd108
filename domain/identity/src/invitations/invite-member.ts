import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import {
  alreadyMember,
  invalidUser,
  tooManyInvitations,
  unknownInvitation,
  unknownMember,
} from '../identity-faults.ts'
import { takeFromBucket } from '../login/login-limits.ts'
import type { MembershipRole } from '../memberships.ts'
import { mintLinkToken } from '../token/link-token.ts'
import { checkEmail } from '../users.ts'
import { type Invitation, invitationColumns, invitationDays, toInvitation } from './invitation.ts'

export type InvitationDeps = {
  database: Database
  ids: Ids
  /** `randomFillSync` of node:crypto. */
  fillRandom: (bytes: Uint8Array) => unknown
  /** Sends the link to the invited address, in the transaction of the invitation. */
  sendInvitation?: SendInvitation
  /** Burst size and daily rate of a company's invitations. Unlimited if absent. */
  perDay?: number
}

export type SendInvitation = (tx: Transaction, invitation: Invitation, token: Secret) => Promise<void>

export type NewInvitation = { companyId: string; email: string; role: MembershipRole }

/**
 * Returns the token and mails it to the invited address; the table stores its hash. Does not reveal whether the address
 * has an account. An open invitation for the same address ends, so that only the latest link is valid.
 */
export async function inviteMember(
  { database, ids, fillRandom, sendInvitation, perDay }: InvitationDeps,
  { companyId, email: given, role }: NewInvitation,
  by: AuditActor,
): Promise<{ invitation: Invitation; token: Secret }> {
  const email = checkEmail(given)
  const { token, hash } = mintLinkToken(fillRandom)
  const invitation = await database.transaction().execute(async (tx) => {
    const invitedBy = by.actor.kind === 'user' ? by.actor.id : null
    if (invitedBy !== null) await requireInviter(tx, { companyId, userId: invitedBy })
    if (await isMember(tx, companyId, email)) throw alreadyMember()
    if (perDay !== undefined) await takeInvitation(tx, companyId, perDay)
    await tx
      .updateTable('invitations')
      .set({ ended_at: sql`now()`, end_reason: 'REPLACED' })
      .where('company_id', '=', companyId)
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .where('ended_at', 'is', null)
      .execute()
    const row = await tx
      .insertInto('invitations')
      .values({
        id: ids.uuid(),
        company_id: companyId,
        email,
        role,
        invited_by: invitedBy,
        token_hash: hash,
        expires_at: sql`now() + make_interval(days => ${invitationDays})`,
      })
      .returning(invitationColumns)
      .executeTakeFirstOrThrow()
      .catch((thrown: unknown) => {
        throw constraintFault(thrown, {
          invitations_email_shape: (cause) =>
            invalidUser(
              'identity.email',
              { input: 'email', message: 'This is not an e-mail address.' },
              cause,
            ),
        })
      })
    const invited = toInvitation(row)
    await recordAuditEntry(ids, tx, {
      ...by,
      companyId,
      action: 'invitation.create',
      subject: { kind: 'invitation', id: invited.id },
      details: { email, role },
    })
    await sendInvitation?.(tx, invited, token)
    return invited
  })
  return { invitation, token }
}

/** Invitations that can still be accepted, newest first. */
export async function listInvitations(database: Database, companyId: string): Promise<Invitation[]> {
  const rows = await database
    .selectFrom('invitations')
    .select(invitationColumns)
    .where('company_id', '=', companyId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toInvitation)
}

export async function revokeInvitation(
  { database, ids }: Pick<InvitationDeps, 'database' | 'ids'>,
  { companyId, invitationId }: { companyId: string; invitationId: string },
  by: AuditActor,
): Promise<Invitation> {
  return database.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('invitations')
      .set({ ended_at: sql`now()`, end_reason: 'REVOKED' })
      .where('company_id', '=', companyId)
      .where('id', '=', invitationId)
      .where('ended_at', 'is', null)
      .returning(invitationColumns)
      .executeTakeFirst()
    if (!row) throw unknownInvitation()
    await recordAuditEntry(ids, tx, {
      ...by,
      companyId,
      action: 'invitation.revoke',
      subject: { kind: 'invitation', id: invitationId },
      details: { email: row.email },
    })
    return toInvitation(row)
  })
}

const daySeconds = 24 * 60 * 60

/**
 * Locks the inviter's role or right: a concurrent change of it waits, and then revokes this invitation; an inviter who
 * has just lost it is refused.
 */
async function requireInviter(
  tx: Transaction,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<void> {
  const membership = await tx
    .selectFrom('memberships')
    .select('role')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (membership?.role === 'ADMIN') return
  const user = await tx
    .selectFrom('users')
    .select('is_super_admin')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (!user?.is_super_admin) throw unknownMember()
}

/** Runs in the transaction, so that an invitation that is rolled back does not count. */
async function takeInvitation(tx: Transaction, companyId: string, perDay: number): Promise<void> {
  if (perDay === 0) throw tooManyInvitations(daySeconds * 1_000)
  // Rounded down to milliseconds: if it were rounded up, `perDay` invitations would take slightly longer than a day.
  const secondsPerAttempt = Math.floor((daySeconds * 1_000) / perDay) / 1_000
  const bucket = { attemptsMax: perDay, secondsPerAttempt }
  const taken = await takeFromBucket(tx, `invitations:${companyId}`, bucket)
  if (taken.kind === 'refused') throw tooManyInvitations(taken.retryAfterMs)
}

async function isMember(tx: Transaction, companyId: string, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.company_id', '=', companyId)
    .where(sql`lower(users.email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}
