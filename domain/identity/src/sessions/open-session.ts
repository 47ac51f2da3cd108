import type { Ids } from '@gatehouse/runtime/ids'
import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { refuseIfSsoIsEnforced } from '../sso/require-sso.ts'
import { type FillRandom, type RefreshToken, insertFirstToken, sessionDays } from '../token/refresh-token.ts'
import { type SessionClient, toClientColumns } from './session-client.ts'

export type OpenedSession = { sessionId: string; refresh: RefreshToken }

const expiredSessionsMax = 10

export type SessionToOpen = {
  userId: string
  client: SessionClient
  /** Set if the provider of the user's company has established who the user is, at this time if it says so. */
  provider?: { authenticatedAt: Date | undefined }
}

/**
 * Runs in the caller's transaction, which has established who the user is. Every login passes here, so a company that
 * enforces single sign-on is respected by all of them.
 */
export async function openSession(
  { tx, ids, fillRandom }: { tx: Transaction; ids: Ids; fillRandom: FillRandom },
  { userId, client, provider }: SessionToOpen,
): Promise<OpenedSession> {
  if (!provider) await refuseIfSsoIsEnforced(tx, userId)
  const session = await tx
    .insertInto('login_sessions')
    .values({
      id: ids.uuid(),
      user_id: userId,
      ...toClientColumns(client),
      last_used_at: sql`now()`,
      // A provider may answer for a user who logged in there days ago, in a browser that was left open.
      ...(provider && { authenticated_at: notAfterNow(provider.authenticatedAt ?? new Date(0)) }),
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

/** The provider's clock may be ahead. */
function notAfterNow(time: Date) {
  return sql<Date>`least(${time}::timestamptz, now())`
}
