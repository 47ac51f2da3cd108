// A login between its two steps: the password was right, the second factor is missing. The client holds a random token;
// the database has its hash.
import { createHash } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { type FillRandom, mintSalt } from '../token/refresh-token.ts'
import { type User, toUser, userColumns } from '../users.ts'

export type PendingLogin = { user: User; generation: number }

const minutesValid = 5
const expiredRowsMax = 20

export async function openChallenge(
  { database, fillRandom }: { database: Database; fillRandom: FillRandom },
  { userId, generation }: { userId: string; generation: number },
): Promise<{ token: Secret; expiresAt: Date }> {
  const token = new Secret(mintSalt(fillRandom).toString('base64url'))
  const { expires_at } = await database
    .insertInto('login_challenges')
    .values({
      token_hash: hashLoginChallenge(token),
      user_id: userId,
      device_generation: generation,
      expires_at: sql`now() + make_interval(mins => ${minutesValid})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  // Also removes a few expired rows, since no other job cleans this table. Skips rows in use.
  await sql`
    delete from login_challenges where token_hash in (
      select token_hash from login_challenges where expires_at < now()
      limit ${expiredRowsMax} for update skip locked)`.execute(database)
  return { token, expiresAt: expires_at }
}

/** Undefined if the challenge has expired, was completed, or the password has changed since. */
export async function findChallenge(database: Database, token: Secret): Promise<PendingLogin | undefined> {
  const row = await database
    .selectFrom('login_challenges')
    .innerJoin('users', 'users.id', 'login_challenges.user_id')
    .select(userColumns.map((column) => `users.${column}` as const))
    .select('users.device_generation')
    .where('token_hash', '=', hashLoginChallenge(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .whereRef('users.device_generation', '=', 'login_challenges.device_generation')
    .executeTakeFirst()
  return row && { user: toUser(row), generation: row.device_generation }
}

/**
 * Ends the challenge, and returns whether it was still open. Runs in the caller's transaction: a concurrent password
 * change waits for the session that it opens, and then ends it with the others.
 */
export async function closeChallenge(
  tx: Transaction,
  token: Secret,
  { user, generation }: PendingLogin,
): Promise<boolean> {
  const current = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('device_generation', '=', generation)
    .forShare()
    .executeTakeFirst()
  if (!current) return false
  const { numDeletedRows } = await tx
    .deleteFrom('login_challenges')
    .where('token_hash', '=', hashLoginChallenge(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export function hashLoginChallenge(token: Secret): Buffer {
  return createHash('sha256').update(token.reveal()).digest()
}
