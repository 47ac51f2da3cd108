// The random values that passkeys sign. Each works once, within five minutes, and only for what it was made for.
import { createHash } from 'node:crypto'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { type FillRandom, mintSalt } from '../token/refresh-token.ts'

/** Purpose of a challenge, with the session or the login in progress that may use it. */
export type ChallengeBinding =
  | { purpose: 'REGISTER' | 'REAUTHENTICATE'; userId: string; sessionId: string }
  | { purpose: 'CONFIRM_LOGIN'; userId: string; loginHash: Buffer }
  | { purpose: 'LOG_IN' }

export type OpenedChallenge = { challenge: Uint8Array<ArrayBuffer>; expiresAt: Date }

const minutesValid = 5
export const challengeMs = minutesValid * 60_000
const expiredRowsMax = 20

export async function openWebauthnChallenge(
  { database, fillRandom }: { database: Database; fillRandom: FillRandom },
  bound: ChallengeBinding,
): Promise<OpenedChallenge> {
  const challenge = Uint8Array.from(mintSalt(fillRandom))
  const { expires_at } = await database
    .insertInto('webauthn_challenges')
    .values({
      challenge_hash: hashChallenge(Buffer.from(challenge).toString('base64url')),
      ...toColumns(bound),
      expires_at: sql`now() + make_interval(mins => ${minutesValid})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  // Also removes a few expired rows, since no other job cleans this table. Skips rows in use.
  await sql`
    delete from webauthn_challenges where challenge_hash in (
      select challenge_hash from webauthn_challenges where expires_at < now()
      limit ${expiredRowsMax} for update skip locked)`.execute(database)
  return { challenge, expiresAt: expires_at }
}

/**
 * Deletes the challenge, and returns whether it was open for this use. Not in the transaction of what it authorises: a
 * challenge whose answer was refused must not be answered again.
 */
export async function takeWebauthnChallenge(
  database: Database,
  challenge: string,
  bound: ChallengeBinding,
): Promise<boolean> {
  const { purpose, user_id, session_id, login_hash } = toColumns(bound)
  const { numDeletedRows } = await database
    .deleteFrom('webauthn_challenges')
    .where('challenge_hash', '=', hashChallenge(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', user_id)
    .where('session_id', 'is not distinct from', session_id)
    .where('login_hash', 'is not distinct from', login_hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

function toColumns(bound: ChallengeBinding) {
  return {
    purpose: bound.purpose,
    user_id: 'userId' in bound ? bound.userId : null,
    session_id: 'sessionId' in bound ? bound.sessionId : null,
    login_hash: 'loginHash' in bound ? bound.loginHash : null,
  }
}

function hashChallenge(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest()
}
