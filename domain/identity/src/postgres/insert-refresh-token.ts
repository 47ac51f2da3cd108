import type { Tables } from '@gatehouse/schema/tables'
import { type Transaction, sql } from 'kysely'
import {
  type FillRandom,
  type RefreshToken,
  hashRefreshToken,
  mintRefreshToken,
  refreshTokenDays,
} from '../token/refresh-token.ts'

/** Issues the session's next token, which expires with the session at the latest. Runs in the caller's transaction. */
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
