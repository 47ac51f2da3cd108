// A session remembers when its user last proved who they are, so that a browser that was left open, or a stolen access
// token, is not enough for the actions that do the most harm.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { FactorDeps } from '../factors/complete-login.ts'
import { withFactor } from '../factors/confirm-factor.ts'
import { recentLoginRequired, sessionRequired } from '../identity-faults.ts'
import { requirePassword } from '../password/require-password.ts'
import type { User } from '../users.ts'
import { findSession } from './list-sessions.ts'

export const recentLoginMinutes = 15

/** Throws unless the token's session belongs to the user and they proved who they are within the last minutes. */
export async function requireRecentLogin(
  database: Database,
  { userId, token }: { userId: string; token: Secret | undefined },
): Promise<void> {
  const sessionId = await findSession(database, { userId, token, isUsable: true })
  if (sessionId === undefined) throw recentLoginRequired()
  const { rows } = await sql<{ isRecent: boolean }>`
    select coalesce(authenticated_at, created_at) > now() - make_interval(mins => ${recentLoginMinutes}) as "isRecent"
      from login_sessions where id = ${sessionId}`.execute(database)
  if (rows[0]?.isRecent !== true) throw recentLoginRequired()
}

export type Reauthentication = {
  user: User
  password: Secret
  /** Null if the user has no second factor. */
  code: Secret | null
  token: Secret | undefined
}

/**
 * Returns until when the session counts as recent. Asks for what a login asks for: otherwise a stolen password would be
 * enough in a browser that was left open.
 */
export async function reauthenticate(
  deps: FactorDeps,
  { user, password, code, token }: Reauthentication,
  by: AuditActor,
): Promise<Date> {
  const sessionId = await requireSession(deps.database, { userId: user.id, token })
  const account = await requirePassword(deps, user, password)
  return withFactor(deps, { account, code, by }, (tx) =>
    markAsRecent({ ids: deps.ids, tx }, { userId: user.id, sessionId, method: 'password' }, by),
  )
}

/** The id of the user's session to which the refresh token belongs. */
export async function requireSession(
  database: Database,
  of: { userId: string; token: Secret | undefined },
): Promise<string> {
  const sessionId = await findSession(database, { ...of, isUsable: true })
  if (sessionId === undefined) throw sessionRequired()
  return sessionId
}

type ConfirmedSession = { userId: string; sessionId: string; method: 'password' | 'passkey' }

/** Called when the user has proved who they are. Returns until when the session counts as recent. */
export async function markAsRecent(
  { ids, tx }: { ids: Ids; tx: Transaction },
  { userId, sessionId, method }: ConfirmedSession,
  by: AuditActor,
): Promise<Date> {
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
    subject: { kind: 'user', id: userId },
    details: { session: sessionId, method },
  })
  return until
}
