// Exchanges a refresh token for the next one of its session, once. A token that is presented twice was copied, so the
// session ends: whether the thief or the owner comes second, both must log in again, and only the owner can.
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { sessionOver } from './identity-faults.ts'
import type { LoginActor } from './log-in.ts'
import type { SessionDeps } from './login-store.ts'
import {
  type RefreshToken,
  hashRefreshToken,
  insertRefreshToken,
  isRefreshToken,
} from './token/refresh-token.ts'
import { type User, toUser, userColumns } from './users.ts'

export type Rotation =
  | { kind: 'rotated'; user: User; sessionId: string; refresh: RefreshToken }
  | { kind: 'reused'; userId: string; sessionId: string }
  | { kind: 'over' }

export type RotationDeps = SessionDeps & { onReuse: (session: { userId: string; sessionId: string }) => void }

export async function rotateRefreshToken(
  { onReuse, ...deps }: RotationDeps,
  token: Secret,
  by: LoginActor,
): Promise<Extract<Rotation, { kind: 'rotated' }>> {
  if (!isRefreshToken(token.reveal())) throw sessionOver()
  // The outcome is returned as a value, because throwing would roll back the end of the session.
  const outcome = await deps.database.transaction().execute((tx) => rotate({ ...deps, tx }, token, by))
  if (outcome.kind === 'rotated') return outcome
  if (outcome.kind === 'reused') onReuse(outcome)
  throw sessionOver()
}

async function rotate(
  deps: SessionDeps & { tx: Transaction },
  token: Secret,
  by: LoginActor,
): Promise<Rotation> {
  const { tx } = deps
  const tokenHash = hashRefreshToken(token)
  const session = await lockSession(tx, tokenHash)
  if (!session) return { kind: 'over' }
  const used = await tx
    .updateTable('refresh_tokens')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .returning(sql<boolean>`expires_at > now()`.as('is_in_time'))
    .executeTakeFirst()
  if (!used) {
    await endReusedSession(deps, session, by)
    return { kind: 'reused', userId: session.user_id, sessionId: session.id }
  }
  if (!used.is_in_time) return { kind: 'over' }
  // Expired tokens are rejected whether or not they are known, so they need not be kept.
  await tx
    .deleteFrom('refresh_tokens')
    .where('session_id', '=', session.id)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  const user = await tx
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', session.user_id)
    .executeTakeFirst()
  if (!user) return { kind: 'over' }
  const refresh = await insertRefreshToken(tx, deps.fillRandom, session)
  return { kind: 'rotated', user: toUser(user), sessionId: session.id, refresh }
}

/** Serialises concurrent uses of one token; the second is treated as the reuse. */
async function lockSession(tx: Transaction, tokenHash: Buffer) {
  return tx
    .selectFrom('login_sessions')
    .select(['id', 'user_id', 'expires_at'])
    .where('id', '=', (where) =>
      where.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', tokenHash),
    )
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
}

async function endReusedSession(
  { tx, ids }: SessionDeps & { tx: Transaction },
  session: { id: string; user_id: string },
  by: LoginActor,
): Promise<void> {
  await tx
    .updateTable('login_sessions')
    .set({ ended_at: sql`now()`, end_reason: 'REUSE' })
    .where('id', '=', session.id)
    .execute()
  await recordAuditEntry(ids, tx, {
    ...by,
    companyId: null,
    actor: { kind: 'service', id: 'backend' },
    action: 'session.end',
    subject: { kind: 'user', id: session.user_id },
    details: { session: session.id, reason: 'REUSE' },
  })
}

/** Ends the token's session if it belongs to this user. Returns true if a session was ended. */
export async function endSession(
  database: Database,
  { userId, token }: { userId: string; token: Secret },
): Promise<boolean> {
  if (!isRefreshToken(token.reveal())) return false
  const { numUpdatedRows } = await database
    .updateTable('login_sessions')
    .set({ ended_at: sql`now()`, end_reason: 'LOGOUT' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('id', '=', (where) =>
      where
        .selectFrom('refresh_tokens')
        .select('session_id')
        .where('token_hash', '=', hashRefreshToken(token)),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
