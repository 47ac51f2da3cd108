// Exchanges a refresh token for the next one of its session. A token that is presented again was copied, so the session
// ends: whether the thief or the owner comes second, both must log in again, and only the owner can. The exception is
// the leeway of `judge-refresh.ts`.
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { sessionOver } from '../identity-faults.ts'
import type { LoginActor } from '../login/log-in.ts'
import type { SessionDeps } from '../login/login-store.ts'
import {
  type RefreshToken,
  deriveSuccessor,
  hashRefreshToken,
  insertRefreshToken,
  isRefreshToken,
  mintSalt,
} from '../token/refresh-token.ts'
import { type User, toUser, userColumns } from '../users.ts'
import { type StoredToken, judgeRefresh, leewaySeconds } from './judge-refresh.ts'
import { type SessionClient, hashClient, toClientColumns } from './session-client.ts'

export type Rotation =
  | { kind: 'rotated'; user: User; sessionId: string; refresh: RefreshToken }
  | { kind: 'reused'; userId: string; sessionId: string }
  | { kind: 'over' }

export type RotationDeps = SessionDeps & { onReuse: (session: { userId: string; sessionId: string }) => void }

export type PresentedToken = { token: Secret; client: SessionClient }

export async function rotateRefreshToken(
  { onReuse, ...deps }: RotationDeps,
  presented: PresentedToken,
  by: LoginActor,
): Promise<Extract<Rotation, { kind: 'rotated' }>> {
  if (!isRefreshToken(presented.token.reveal())) throw sessionOver()
  // The outcome is returned as a value, because throwing would roll back the end of the session.
  const outcome = await deps.database.transaction().execute((tx) => rotate({ ...deps, tx }, presented, by))
  if (outcome.kind === 'rotated') return outcome
  if (outcome.kind === 'reused') onReuse(outcome)
  throw sessionOver()
}

type RotateDeps = SessionDeps & { tx: Transaction }
type LockedSession = { id: string; user_id: string; expires_at: Date }

async function rotate(deps: RotateDeps, presented: PresentedToken, by: LoginActor): Promise<Rotation> {
  const { tx } = deps
  const tokenHash = hashRefreshToken(presented.token)
  const session = await lockSession(tx, tokenHash)
  if (!session) return { kind: 'over' }
  const tokens = await readTokens(tx, session.id, tokenHash)
  const judgement = judgeRefresh(presented.token, tokens, hashClient(presented.client))
  if (judgement.kind === 'over') return judgement
  if (judgement.kind === 'reused') {
    await endReusedSession(deps, session, by)
    return { kind: 'reused', userId: session.user_id, sessionId: session.id }
  }
  const user = await tx
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', session.user_id)
    .executeTakeFirst()
  if (!user) return { kind: 'over' }
  if (judgement.kind === 'replace') await markReplaced(tx, judgement.successorHash)
  const refresh = judgement.kind === 'repeat' ? judgement : await exchange(deps, session, presented)
  return { kind: 'rotated', user: toUser(user), sessionId: session.id, refresh }
}

/** Serialises concurrent refreshes of one session. */
async function lockSession(tx: Transaction, tokenHash: Buffer): Promise<LockedSession | undefined> {
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

/** The presented token, and those to which it may have led within the leeway. */
async function readTokens(tx: Transaction, sessionId: string, tokenHash: Buffer): Promise<StoredToken[]> {
  const { rows } = await sql<StoredToken>`
    select token_hash as hash, expires_at as "expiresAt", expires_at > now() as "isInTime",
           replaced_at is not null as "isReplaced", used_at is not null as "isUsed",
           coalesce(used_at > now() - make_interval(secs => ${leewaySeconds}), false) as "isRecent",
           used_from as "usedFrom", successor_hash as "successorHash", successor_salt as "successorSalt"
      from refresh_tokens
     where session_id = ${sessionId}
       and (token_hash = ${tokenHash} or used_at is null
            or used_at > now() - make_interval(secs => ${leewaySeconds}))`.execute(tx)
  return rows
}

async function exchange(
  { tx, fillRandom }: RotateDeps,
  session: LockedSession,
  { token, client }: PresentedToken,
): Promise<RefreshToken> {
  const salt = mintSalt(fillRandom)
  const successor = deriveSuccessor(token, salt)
  // The leeway is measured from the first use, so that a repeat cannot prolong it.
  await tx
    .updateTable('refresh_tokens')
    .set({
      used_at: sql`coalesce(used_at, now())`,
      used_from: hashClient(client),
      successor_hash: hashRefreshToken(successor),
      successor_salt: salt,
    })
    .where('token_hash', '=', hashRefreshToken(token))
    .execute()
  await tx
    .updateTable('login_sessions')
    .set({ ...toClientColumns(client), last_used_at: sql`now()` })
    .where('id', '=', session.id)
    .execute()
  // Expired tokens are rejected whether or not they are known, so they need not be kept. A salt is of use only within
  // the leeway; later it would help a thief who has an old token and a copy of the database.
  await sql`delete from refresh_tokens where session_id = ${session.id} and expires_at < now()`.execute(tx)
  await sql`
    update refresh_tokens set successor_salt = null
     where session_id = ${session.id} and successor_salt is not null
       and used_at < now() - make_interval(secs => ${leewaySeconds})`.execute(tx)
  return insertRefreshToken(tx, successor, session)
}

async function markReplaced(tx: Transaction, tokenHash: Buffer): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ replaced_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .execute()
}

async function endReusedSession(
  { tx, ids }: RotateDeps,
  session: LockedSession,
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
