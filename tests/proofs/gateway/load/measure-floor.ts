// The least that a gateway with exact limits and billing must wait for: one Redis round trip to admit, one to release,
// and one durable row.
import { setTimeout as pause } from 'node:timers/promises'
import { createRedis } from '@gatehouse/redis/create-redis'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import pg from 'pg'
import type { GatewaySetup } from '../gateway-setup.ts'
import { percentile } from '../../kit/percentile.ts'

/**
 * `atRate`: times of the same steps when they start at the rate of the calls instead of back to back, so that nothing
 * stays warm between them.
 */
export type Floor = {
  p50Ms: number
  p99Ms: number
  redisP50Ms: number
  atRate: { p50Ms: number; p99Ms: number }
}

type Sampling = { samples: number; perSecond: number }

const connections = 4

export async function measureFloor(
  { postgres, redis }: GatewaySetup,
  { samples, perSecond }: Sampling,
): Promise<Floor> {
  await using scope = new AsyncDisposableStack()
  const pool = new pg.Pool({ connectionString: postgres.url, max: connections, min: connections })
  scope.defer(() => pool.end())
  const logger = createLogger({ service: 'proof', level: 'error', sinks: [] })
  const store = createRedis({ url: new Secret(redis.url), connectionName: 'floor', logger })
  scope.defer(() => store.disconnect())
  await waitUntil(() => store.status === 'ready', { withinMs: 5_000, what: 'Redis is connected' })
  await pool.query('create table if not exists floor_rows (id bigserial primary key, note text)')
  await Promise.all(Array.from({ length: connections }, () => pool.query('select pg_sleep(0.05)')))
  const redisMs: number[] = []
  const takeSteps = async () => {
    const startedMs = performance.now()
    await store.ping()
    redisMs.push(performance.now() - startedMs)
    await store.ping()
    await pool.query({
      name: 'floor',
      text: 'insert into floor_rows (note) values ($1)',
      values: ['a row'],
    })
    return performance.now() - startedMs
  }
  const tookMs: number[] = []
  while (tookMs.length < samples) tookMs.push(await takeSteps())
  const redisP50Ms = percentile(redisMs, 0.5)
  const atRateMs = await takeAtRate(takeSteps, { samples, perSecond })
  return {
    p50Ms: percentile(tookMs, 0.5),
    p99Ms: percentile(tookMs, 0.99),
    redisP50Ms,
    atRate: { p50Ms: percentile(atRateMs, 0.5), p99Ms: percentile(atRateMs, 0.99) },
  }
}

async function takeAtRate(
  takeSteps: () => Promise<number>,
  { samples, perSecond }: Sampling,
): Promise<number[]> {
  const taken: Promise<number>[] = []
  const startedMs = performance.now()
  while (taken.length < samples) {
    const due = Math.min(samples, Math.floor(((performance.now() - startedMs) / 1_000) * perSecond))
    while (taken.length < due) taken.push(takeSteps())
    await pause(1)
  }
  return Promise.all(taken)
}
