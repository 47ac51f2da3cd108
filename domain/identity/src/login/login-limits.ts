import type { Database } from '@gatehouse/schema/database'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { LoginLimits, LoginSubject } from './log-in.ts'

type Bucket = { attemptsMax: number; secondsPerAttempt: number }

const buckets: Readonly<Record<LoginSubject['kind'], Bucket>> = {
  // Ten typing errors, then one attempt a minute: 1,450 guesses a day.
  account: { attemptsMax: 10, secondsPerAttempt: 60 },
  // A whole office may share one address.
  address: { attemptsMax: 100, secondsPerAttempt: 3 },
  // The same as for an account: a stolen device token must not make guessing easier.
  device: { attemptsMax: 10, secondsPerAttempt: 60 },
  change: { attemptsMax: 10, secondsPerAttempt: 60 },
  // Slower, because a code has only six digits and three of them are valid at a time: 290 guesses a day find one with a
  // chance of 1 in 1,100.
  factor: { attemptsMax: 10, secondsPerAttempt: 300 },
  // Strangers can make us send these mails, so there are few of them.
  mail: { attemptsMax: 5, secondsPerAttempt: 600 },
}

const expiredRowsMax = 20

export function createLoginLimits(database: Database): LoginLimits {
  return {
    take: (subject) => takeFromBucket(database, nameSubject(subject), buckets[subject.kind]),
    async clear(subject) {
      await database.deleteFrom('login_limits').where('subject', '=', nameSubject(subject)).execute()
      // Also removes a few expired rows, since no other job cleans this table. Skips rows in use.
      await sql`
        delete from login_limits where subject in (
          select subject from login_limits where full_until < now()
          limit ${expiredRowsMax} for update skip locked)`.execute(database)
    },
  }
}

/**
 * A single statement, whose row lock serialises concurrent attempts. `now()` would be the start of the caller's transaction,
 * so an attempt that waited for the lock could be refused by the milliseconds that another started later.
 */
export async function takeFromBucket(
  database: Database,
  name: string,
  { attemptsMax, secondsPerAttempt }: Bucket,
): ReturnType<LoginLimits['take']> {
  const drop = sql`make_interval(secs => ${secondsPerAttempt})`
  const depth = sql`make_interval(secs => ${attemptsMax * secondsPerAttempt})`
  const taken = await sql`
    insert into login_limits as bucket (subject, full_until) values (${name}, clock_timestamp() + ${drop})
    on conflict (subject) do update set full_until = greatest(bucket.full_until, clock_timestamp()) + ${drop}
      where greatest(bucket.full_until, clock_timestamp()) + ${drop} <= clock_timestamp() + ${depth}
    returning subject`.execute(database)
  if (taken.rows.length > 0) return { kind: 'taken' }
  const { rows } = await sql<{ retry_after_ms: number }>`
    select ceil(extract(epoch from full_until + ${drop} - ${depth} - clock_timestamp()) * 1000)::int as retry_after_ms
    from login_limits where subject = ${name}`.execute(database)
  return { kind: 'refused', retryAfterMs: Math.max(1_000, rows[0]?.retry_after_ms ?? 0) }
}

function nameSubject({ kind, value }: LoginSubject): string {
  return `${kind}:${createHash('sha256').update(value).digest('base64url')}`
}
