import type { Secret } from '@gatehouse/runtime/secret'
import type { Tables } from '@gatehouse/schema/tables'
import { type Kysely, sql } from 'kysely'
import { hashRefreshToken, isRefreshToken } from '../token/refresh-token.ts'

/** Ends the token's session if it belongs to this user. Returns true if a session was ended. */
export async function endSession(
  database: Kysely<Tables>,
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
