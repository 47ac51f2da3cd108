// A session and its tokens, in the transaction of whoever asks.
import type { Tables } from '@gatehouse/schema/tables'
import { type Transaction, sql } from 'kysely'
import {
  type FillRandom,
  type RefreshToken,
  hashRefreshToken,
  mintRefreshToken,
  refreshTokenDays,
} from '../token/refresh-token.ts'

/** The next token of the session, which does not live longer than the session. */
export async function insertRefreshToken(
  tx: Transaction<Tables>,
  fillRandom: FillRandom,
  session: { id: string; expires_at: Date },
): Promise<RefreshToken> {
  const token = mintRefreshToken(fillRandom)
  const { expires_at } = await tx
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashRefreshToken(token),
      session_id: session.id,
      expires_at: sql`least(${session.expires_at}::timestamptz, now() + make_interval(days => ${refreshTokenDays}))`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expiresAt: expires_at }
}
