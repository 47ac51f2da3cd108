// A session remembers when its user last proved who they are, so that a browser that was left open, or a stolen access
// token, is not enough for the actions that do the most harm.
import type { AuditActor } from '@gatehouse/audit/record-audit-entry'
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { recentLoginRequired, sessionRequired, wrongPassword } from '../identity-faults.ts'
import { type LogInDeps, countAttempt } from '../login/log-in.ts'
import type { User } from '../users.ts'
import { findSession } from './list-sessions.ts'

export const recentLoginMinutes = 15

/** Throws unless the token's session belongs to the user and they proved who they are within the last minutes. */
export async function requireRecentLogin(
  database: Database,
  { userId, token }: { userId: string; token: Secret | undefined },
): Promise<void> {
  const sessionId = await findSession(database, { userId, token })
  if (sessionId === undefined) throw recentLoginRequired()
  const { rows } = await sql<{ isRecent: boolean }>`
    select coalesce(authenticated_at, created_at) > now() - make_interval(mins => ${recentLoginMinutes}) as "isRecent"
      from login_sessions where id = ${sessionId}`.execute(database)
  if (rows[0]?.isRecent !== true) throw recentLoginRequired()
}

export type ReauthenticateDeps = LogInDeps & { database: Database; ids: Ids }

/** Returns until when the session counts as recent. Guessing is limited as for a change of the password. */
export async function reauthenticate(
  { database, ids, hasher, limits, store }: ReauthenticateDeps,
  { user, password, token }: { user: User; password: Secret; token: Secret | undefined },
  by: AuditActor,
): Promise<Date> {
  const sessionId = await findSession(database, { userId: user.id, token })
  if (sessionId === undefined) throw sessionRequired()
  const subject = { kind: 'change', value: user.id } as const
  await countAttempt(limits, subject)
  const found = await store.findByEmail(user.email)
  const isRight = await hasher.verify(password.reveal(), found?.passwordHash)
  if (!isRight) throw wrongPassword()
  await limits.clear(subject)
  return database.transaction().execute(async (tx) => {
    const { until } = await tx
      .updateTable('login_sessions')
      .set({ authenticated_at: sql`now()` })
      .where('id', '=', sessionId)
      .returning(sql<Date>`authenticated_at + make_interval(mins => ${recentLoginMinutes})`.as('until'))
      .executeTakeFirstOrThrow()
    await recordAuditEntry(ids, tx, {
      ...by,
      companyId: null,
      action: 'session.reauthenticate',
      subject: { kind: 'user', id: user.id },
      details: { session: sessionId },
    })
    return until
  })
}
