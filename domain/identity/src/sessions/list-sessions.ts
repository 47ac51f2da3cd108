// The open sessions of a user, as the user sees and ends them.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { unknownSession } from '../identity-faults.ts'
import { leewaySeconds } from './judge-refresh.ts'
import { hashRefreshToken, isRefreshToken } from '../token/refresh-token.ts'

export type ListedSession = {
  id: string
  createdAt: Date
  lastUsedAt: Date
  /** The session can be continued until this time at the latest. */
  expiresAt: Date
  address: string | null
  userAgent: string | null
}

export type SessionPage = { limit: number; beforeId?: string | undefined }

/** Newest first. A session whose last refresh token has expired cannot be continued, so it is left out. */
export async function listSessions(
  database: Database,
  userId: string,
  { limit, beforeId }: SessionPage,
): Promise<ListedSession[]> {
  const { rows } = await sql<ListedSession>`
    select s.id, s.created_at as "createdAt", coalesce(s.last_used_at, s.created_at) as "lastUsedAt",
           s.expires_at as "expiresAt", s.address, s.user_agent as "userAgent"
      from login_sessions s
     where s.user_id = ${userId} and s.ended_at is null and s.expires_at > now()
       and exists (select from refresh_tokens t
                    where t.session_id = s.id and t.used_at is null and t.expires_at > now())
       and (${beforeId ?? null}::uuid is null or s.id < ${beforeId ?? null}::uuid)
     order by s.id desc limit ${limit}`.execute(database)
  return rows
}

export type TokenOfUser = {
  userId: string
  token: Secret | undefined
  /** Ignores tokens that can no longer be exchanged, because they may be copies. A log-out accepts them. */
  isUsable?: boolean
}

/** The open session to which the token belongs, if it is one of this user. */
export async function findSession(
  database: Database,
  { userId, token, isUsable = false }: TokenOfUser,
): Promise<string | undefined> {
  if (!token || !isRefreshToken(token.reveal())) return undefined
  const row = await database
    .selectFrom('login_sessions')
    .innerJoin('refresh_tokens', 'refresh_tokens.session_id', 'login_sessions.id')
    .select('login_sessions.id')
    .where('refresh_tokens.token_hash', '=', hashRefreshToken(token))
    .where('login_sessions.user_id', '=', userId)
    .where('login_sessions.ended_at', 'is', null)
    .$if(isUsable, (query) => query.where(isUsableToken))
    .executeTakeFirst()
  return row?.id
}

const isUsableToken = sql<boolean>`
  login_sessions.expires_at > now() and refresh_tokens.expires_at > now() and refresh_tokens.replaced_at is null
  and (refresh_tokens.used_at is null
       or refresh_tokens.used_at > now() - make_interval(secs => ${leewaySeconds}))`

type Deps = { database: Database; ids: Ids }

/** Ends the token's session if it belongs to this user. Returns true if a session was ended. */
export async function logOut(
  { database, ids }: Deps,
  { userId, token }: { userId: string; token: Secret },
  by: AuditActor,
): Promise<boolean> {
  const sessionId = await findSession(database, { userId, token })
  if (sessionId === undefined) return false
  const ended = await database
    .transaction()
    .execute((tx) => endSessions({ ids, tx }, { userId, only: sessionId, reason: 'LOGOUT' }, by))
  return ended > 0
}

export async function endSession(
  { database, ids }: Deps,
  { userId, sessionId }: { userId: string; sessionId: string },
  by: AuditActor,
): Promise<void> {
  const ended = await database
    .transaction()
    .execute((tx) => endSessions({ ids, tx }, { userId, only: sessionId, reason: 'ENDED' }, by))
  if (ended === 0) throw unknownSession()
}

/** Returns the number of sessions that were ended: all, if the caller has none. */
export async function endOtherSessions(
  { database, ids }: Deps,
  { userId, token }: { userId: string; token: Secret | undefined },
  by: AuditActor,
): Promise<number> {
  const except = await findSession(database, { userId, token })
  return database
    .transaction()
    .execute((tx) => endSessions({ ids, tx }, { userId, except, reason: 'ENDED' }, by))
}

export type SessionsToEnd = {
  userId: string
  only?: string | undefined
  except?: string | undefined
  reason: 'ENDED' | 'LOGOUT'
}

/** Runs in the caller's transaction. Each session that ends has its entry in the audit log. */
export async function endSessions(
  { ids, tx }: { ids: Ids; tx: Transaction },
  { userId, only, except, reason }: SessionsToEnd,
  by: AuditActor,
): Promise<number> {
  const ended = await tx
    .updateTable('login_sessions')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(only !== undefined, (update) => update.where('id', '=', only ?? null))
    .$if(except !== undefined, (update) => update.where('id', '!=', except ?? null))
    .returning('id')
    .execute()
  for (const { id } of ended) {
    await recordAuditEntry(ids, tx, {
      ...by,
      companyId: null,
      action: 'session.end',
      subject: { kind: 'user', id: userId },
      details: { session: id, reason },
    })
  }
  return ended.length
}
