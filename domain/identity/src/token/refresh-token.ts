// A refresh token is 256 random bits that identify a row in the database, which stores only their hash.
import type { Transaction } from '@gatehouse/schema/database'
import { createHash, createHmac } from 'node:crypto'
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
  return new Secret(mintSalt(fillRandom).toString('base64url'))
}

/** As random as a token, so that a derived token is as hard to guess as a minted one. */
export function mintSalt(fillRandom: FillRandom): Buffer {
  const bytes = Buffer.alloc(tokenBytes)
  fillRandom(bytes)
  return bytes
}

/**
 * The next token of a session. Derived, so that the same answer can be given twice without storing the token: it takes
 * both the presented token, which the client has, and the salt, which the database has.
 */
export function deriveSuccessor(token: Secret, salt: Buffer): Secret {
  return new Secret(createHmac('sha256', token.reveal()).update(salt).digest('base64url'))
}

export function hashRefreshToken(token: Secret): Buffer {
  return createHash('sha256').update(token.reveal()).digest()
}

export function isRefreshToken(text: string): boolean {
  return shape.test(text)
}

/** Issues the first token of a session. Runs in the caller's transaction. */
export async function insertFirstToken(
  tx: Transaction,
  fillRandom: FillRandom,
  session: { id: string; expires_at: Date },
): Promise<RefreshToken> {
  return insertRefreshToken(tx, mintRefreshToken(fillRandom), session)
}

/** Stores a token, which expires with the session at the latest. Runs in the caller's transaction. */
export async function insertRefreshToken(
  tx: Transaction,
  token: Secret,
  session: { id: string; expires_at: Date },
): Promise<RefreshToken> {
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
