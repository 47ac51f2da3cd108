import type { Ids } from '@gatehouse/runtime/ids'
import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { refuseIfSsoIsEnforced } from '../sso/require-sso.ts'
import { type FillRandom, type RefreshToken, insertFirstToken, sessionDays } from '../token/refresh-token.ts'
import { type SessionClient, toClientColumns } from './session-client.ts'

export type OpenedSession = { sessionId: string; refresh: RefreshToken }

const expiredSessionsMax = 10

/** `isSingleSignOn`: the provider of the user's company has established who the user is. */
export type SessionToOpen = { userId: string; client: SessionClient; isSingleSignOn?: boolean }

/**
 * Runs in the caller's transaction, which has established who the user is. Every login passes here, so a company that
 * enforces single sign-on is respected by all of them.
 */
export async function openSession(
  { tx, ids, fillRandom }: { tx: Transaction; ids: Ids; fillRandom: FillRandom },
  { userId, client, isSingleSignOn = false }: SessionToOpen,
): Promise<OpenedSession> {
  if (!isSingleSignOn) await refuseIfSsoIsEnforced(tx, userId)
  const session = await tx
    .insertInto('login_sessions')
    .values({
      id: ids.uuid(),
      user_id: userId,
      ...toClientColumns(client),
      last_used_at: sql`now()`,
      expires_at: sql`now() + make_interval(days => ${sessionDays})`,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
  // Also removes a few sessions that expired long ago, since no other job does. Their tokens are deleted with them.
  await sql`
    delete from login_sessions where id in (
      select id from login_sessions where expires_at < now() - interval '7 days'
      limit ${expiredSessionsMax} for update skip locked)`.execute(tx)
  return { sessionId: session.id, refresh: await insertFirstToken(tx, fillRandom, session) }
}
