// The least that an exact gateway must wait for: to ask Redis, to tell Redis, and one row that is durable.
import { createRedis } from '@gatehouse/redis/create-redis'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import pg from 'pg'
import type { GatewayScene } from '../gateway-scene.ts'
import { percentile } from '../../percentile.ts'

export type Floor = { p50Ms: number; p99Ms: number; redisP50Ms: number }

export async function measureFloor({ postgres, redis }: GatewayScene, samples: number): Promise<Floor> {
  await using scope = new AsyncDisposableStack()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  scope.defer(() => client.end())
  const logger = createLogger({ service: 'proof', level: 'error', sinks: [] })
  const store = createRedis({ url: new Secret(redis.url), connectionName: 'floor', logger })
  scope.defer(() => store.disconnect())
  await waitUntil(() => store.status === 'ready', { withinMs: 5_000, what: 'Redis is connected' })
  await client.query('create table if not exists floor_rows (id bigserial primary key, note text)')
  const tookMs: number[] = []
  const redisMs: number[] = []
  for (let index = 0; index < samples; index += 1) {
    const startedMs = performance.now()
    await store.ping()
    redisMs.push(performance.now() - startedMs)
    await store.ping()
    await client.query({
      name: 'floor',
      text: 'insert into floor_rows (note) values ($1)',
      values: ['a row'],
    })
    tookMs.push(performance.now() - startedMs)
  }
  return {
    p50Ms: percentile(tookMs, 0.5),
    p99Ms: percentile(tookMs, 0.99),
    redisP50Ms: percentile(redisMs, 0.5),
  }
}
