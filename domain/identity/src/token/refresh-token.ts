// A refresh token is 256 random bits that identify a row in the database, which stores only their hash.
import type { Transaction } from '@gatehouse/schema/database'
import { createHash } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import { sql } from 'kysely'

/** `randomFillSync` of node:crypto. */
export type FillRandom = (bytes: Uint8Array) => unknown

export type RefreshToken = { token: Secret; expiresAt: Date }

const tokenBytes = 32
const shape = /^[\w-]{43}$/

// A user who returns within two weeks stays logged in, but for at most three months.
const refreshTokenDays = 14
export const sessionDays = 90

function mintRefreshToken(fillRandom: FillRandom): Secret {
  const bytes = Buffer.alloc(tokenBytes)
  fillRandom(bytes)
  return new Secret(bytes.toString('base64url'))
}

export function hashRefreshToken(token: Secret): Buffer {
  return createHash('sha256').update(token.reveal()).digest()
}

export function isRefreshToken(text: string): boolean {
  return shape.test(text)
}

/** Issues the session's next token, which expires with the session at the latest. Runs in the caller's transaction. */
export async function insertRefreshToken(
  tx: Transaction,
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
