// Reads a company's balance and holds as `Limits.readAccount` does, for processes that admit no calls: nothing is
// written, and no heartbeat is needed.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import { type RedisClient, readTimeMs } from '@gatehouse/redis/redis-client'
import { type SnapshotWithHeld, withHeld } from '../account-snapshot.ts'
import { type Hold, isDead } from '../hold.ts'
import { createReadSnapshot } from '../postgres/read-snapshot.ts'
import { accountKey } from './company-keys.ts'
import { fromHoldField } from './stored-holds.ts'

export type ReadHeldBalance = (companyId: string) => Promise<SnapshotWithHeld>

export function createReadHeldBalance({
  redis,
  shards,
}: {
  redis: RedisClient
  shards: Shards<Queryable>
}): ReadHeldBalance {
  const readSnapshot = createReadSnapshot({ shards })
  return async (companyId) => {
    // While Redis is down, gateways keep their holds in Postgres, which the snapshot includes.
    const holds = await readHolds(redis, companyId).catch(() => [])
    const snapshot = await readSnapshot(
      companyId,
      holds.map(({ callId }) => callId),
    )
    return withHeld(snapshot, holds)
  }
}

/** Holds of dead processes are left out: gateways close their calls without a charge. */
async function readHolds(redis: RedisClient, companyId: string): Promise<Hold[]> {
  const key = accountKey(companyId)
  const [nowMs, fields] = await Promise.all([readTimeMs(redis, key), redis.hgetall(key)])
  return Object.entries(fields)
    .flatMap(([callId, value]) => fromHoldField({ companyId, callId, value }, nowMs) ?? [])
    .filter((hold) => !isDead(hold))
}
