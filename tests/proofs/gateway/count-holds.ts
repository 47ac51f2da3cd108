import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { RedisClient } from '@gatehouse/redis/redis-client'

/** Counts the holds of calls in flight, as recorded in Redis and Postgres. */
export async function countHolds(redis: RedisClient, postgres: Queryable): Promise<number> {
  const accounts = await redis.keys('gatehouse:limits:*:account')
  const values = await Promise.all(accounts.map((account) => redis.hvals(account)))
  const inRedis = values.flat().filter((value) => /^\d+ \d+ \d+ \d+ /.test(value)).length
  const { rows } = await postgres.query<{ count: bigint }>('select count(*) from credit_holds')
  return inRedis + Number(rows[0]?.count ?? 0)
}
