// The least that a gateway with exact limits and billing must wait for: one Redis round trip to admit, one to release, and
// one commit of the rows of a settlement. Runs as a process of its own, so that it can have the core of the gateway.
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createRedis } from '@gatehouse/redis/create-redis'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import pg from 'pg'
import { type Rate, runAtRate } from '../../../kit/run-at-rate.ts'
import { type Company, finishCall, pickFrom } from '../../../ledger/ledger-setup.ts'

export type FloorPlace = { postgresUrl: string; redisUrl: string; companies: Company[] }
export type FloorTimes = { tookMs: number[]; redisMs: number[] }

const connections = 4
const warmUpSteps = 3_000

// One row in each of the four tables, with plain parameters: unpacking arrays takes longer than writing one call.
const settlement = {
  name: 'floor',
  text: `
    with called as (
      insert into calls (id, company_id, key_id, alias, operation, status, price_version, prompt_tokens, cached_tokens,
                         completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms)
      values ($1, $2, $3, 'svc/chat-default', 'chat', 'SUCCEEDED', 1, 812, 0, 205, $4, 9000, 0, 1840)
    ), rolled as (
      insert into usage_rollups as u values ($2, $3, 'svc/chat-default', current_date, 1, 0, 812, 0, 205, $4)
      on conflict (company_id, key_id, alias, day) do update
         set requests = u.requests + 1, prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
             completion_tokens = u.completion_tokens + excluded.completion_tokens,
             charged_micros = u.charged_micros + excluded.charged_micros
    ), burnt as (
      update credit_lots set remaining_micros = remaining_micros - $4 where owner_id = $2
    )
    update credit_accounts
       set balance_micros = balance_micros - $4, charged_micros = charged_micros + $4, version = version + 1
     where owner_id = $2`,
}

const { postgresUrl, redisUrl, companies } = JSON.parse(process.argv[2] ?? '') as FloorPlace
const pool = new pg.Pool({ connectionString: postgresUrl, max: connections, min: connections })
const logger = createLogger({ service: 'proof', level: 'error', sinks: [] })
const redis = createRedis({ url: new Secret(redisUrl), connectionName: 'floor', logger })
process.on('disconnect', () => process.exit())
await waitUntil(() => redis.status === 'ready', { withinMs: 10_000, what: 'Redis is connected' })
await Promise.all(Array.from({ length: connections }, () => pool.query('select pg_sleep(0.05)')))
for (let step = 0; step < warmUpSteps; step += 1) await takeSteps({ tookMs: [], redisMs: [] })
process.send?.('ready')
for (;;) {
  const [rate] = (await once(process, 'message')) as [Rate]
  process.send?.(await measure(rate))
}

async function measure(rate: Rate): Promise<FloorTimes> {
  const times: FloorTimes = { tookMs: [], redisMs: [] }
  let started = 0
  await runAtRate(rate, () => {
    started += 1
    void takeSteps(times)
  })
  while (times.tookMs.length < started) await pause(5)
  return times
}

async function takeSteps({ tookMs, redisMs }: FloorTimes): Promise<void> {
  const { id, companyId, keyId } = finishCall(pickFrom(companies))
  const startedMs = performance.now()
  await redis.ping()
  redisMs.push(performance.now() - startedMs)
  await redis.ping()
  await pool.query({ ...settlement, values: [id, companyId, keyId, '5511'] })
  tookMs.push(performance.now() - startedMs)
}
