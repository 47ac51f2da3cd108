import { listHolds } from '@gatehouse/limits/stored-holds'
import { createRedis } from '@gatehouse/redis/create-redis'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { readCalls } from '../../gateway/stream-truth/read-calls.ts'
import type { ProofDatabase } from '../../kit/servers.ts'

/**
 * Waits until every call is recorded. Redis may have lost a release together with its master: it then keeps the hold of a call
 * that Postgres has closed, which counts for nothing once it matters. Returns the number of such holds.
 */
export async function becomesQuiet({ pool }: Pick<ProofDatabase, 'pool'>, redisUrl: string): Promise<number> {
  const logger = createLogger({ service: 'proof', level: 'fatal', sinks: [] })
  const redis = createRedis({ url: new Secret(redisUrl), connectionName: 'proof', logger })
  let held: string[] = []
  const areClosed = async () => {
    held = (await listHolds(redis)).map(({ callId }) => callId)
    const { rows } = await pool.query<{ count: bigint }>('select count(*) from credit_holds')
    const closed = new Set((await readCalls(pool)).map(({ id }) => id))
    return rows[0]?.count === 0n && held.every((callId) => closed.has(callId))
  }
  try {
    await waitUntil(() => areClosed().catch(() => false), { withinMs: 30_000, what: 'no call is open' })
    return held.length
  } finally {
    redis.disconnect()
  }
}
