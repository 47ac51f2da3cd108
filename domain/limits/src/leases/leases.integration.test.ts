// Leases with a real Redis and a real Postgres, by several processes that share them.
import { oneShard } from '@gatehouse/postgres/shards'
import { createRedis } from '@gatehouse/redis/create-redis'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { emptyTestRedis } from '@gatehouse/testkit/vitest/open-test-redis'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CallToAdmit } from '../admission.ts'
import { type Limits, createLimits } from '../create-limits.ts'
import { createHoldTable } from '../postgres/hold-table.ts'
import { createReadSnapshot } from '../postgres/read-snapshot.ts'
import { createAddressWindows } from '../redis/address-windows.ts'
import { createCompanyStore } from '../redis/company-store.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const estimateMicros = 100n
let database: OpenTestDatabase
let redis: RedisClient
let cleanUp: AsyncDisposableStack

beforeAll(async () => {
  database = await openTestDatabase()
  redis = createRedis({ url: new Secret(testRedisUrl()), connectionName: 'test', logger })
  await waitUntil(() => redis.status === 'ready', { withinMs: 30_000, what: 'Redis is connected' })
})
afterAll(async () => {
  redis.disconnect()
  await database[Symbol.asyncDispose]()
})
beforeEach(async () => {
  cleanUp = new AsyncDisposableStack()
  await emptyTestRedis(redis)
})
afterEach(() => cleanUp.disposeAsync())

type Process = { limits: Limits; leasedCalls: () => Promise<number> }

async function aProcess(leaseDroppedAfterMs = 5_000): Promise<Process> {
  const metrics = createMetrics('test')
  const shards = oneShard(database.postgres)
  const limits = createLimits(
    {
      clock,
      logger,
      metrics,
      store: await createCompanyStore({ redis, clock, processId: ids.uuid(), leaseDroppedAfterMs }),
      addressWindows: await createAddressWindows({ redis }),
      table: createHoldTable(shards),
      readSnapshot: createReadSnapshot({ shards }),
      closeDeadCalls: async () => 0,
    },
    { leases: { callsMin: 4 } },
  )
  cleanUp.defer(() => limits.close())
  const leasedCalls = async () => {
    const counter = metrics.getSingleMetric('gatehouse_limits_leased_calls_total')
    return (await counter?.get())?.values[0]?.value ?? 0
  }
  return { limits, leasedCalls }
}

async function aCompany(balanceMicros: bigint) {
  const [companyId, keyId] = [ids.uuid(), ids.uuid()]
  await database.postgres.query(
    `insert into credit_accounts (owner_id, owner_kind, balance_micros, version) values ($1, 'COMPANY', $2, 1)`,
    [companyId, balanceMicros],
  )
  const call = (changes: Partial<CallToAdmit> = {}): CallToAdmit => ({
    callId: ids.uuid(),
    companyId,
    keyId,
    operation: 'chat',
    alias: 'svc/chat-default',
    estimateMicros,
    estimatedTokens: 10,
    deadlineMs: 30_000,
    rpmLimit: 1_000_000,
    tpmLimit: 1_000_000_000,
    ...changes,
  })
  return { companyId, keyId, call }
}

const field = async (companyId: string, name: string) =>
  (await redis.hget(`gatehouse:limits:{${companyId}}:account`, name)) ?? undefined

/** Credits and requests in the leases of a company. */
async function leased(companyId: string): Promise<{ micros: bigint; requests: number }> {
  const lines = ((await field(companyId, 'leases')) ?? '').split('\n').filter((line) => line !== '')
  const parts = lines.map((line) => line.split(' '))
  return {
    micros: parts.reduce((sum, [, , micros = '0']) => sum + BigInt(micros), 0n),
    requests: parts.reduce((sum, [, , , requests = '0']) => sum + Number(requests), 0),
  }
}

/** Admits calls one after the other until a lease covers one. */
async function untilLeased(
  { limits, leasedCalls }: Process,
  call: () => CallToAdmit,
): Promise<CallToAdmit[]> {
  const admitted: CallToAdmit[] = []
  while ((await leasedCalls()) === 0) {
    const one = call()
    expect(await limits.admit(one)).toMatchObject({ kind: 'admitted' })
    admitted.push(one)
    expect(admitted.length).toBeLessThan(1_000)
  }
  return admitted
}

test('a busy key gets a lease; its holds are reported, and what it does not use is returned', async () => {
  const process = await aProcess()
  const { companyId, call } = await aCompany(10_000_000n)
  const calls = await untilLeased(process, call)
  await waitUntil(async () => (await field(companyId, 'leases')) === undefined, {
    withinMs: 5_000,
    what: 'the lease is returned',
  })
  const heldMicros = estimateMicros * BigInt(calls.length)
  expect(await process.limits.readAccount(companyId)).toMatchObject({ heldMicros })
  expect(await field(companyId, 'effective')).toBe(String(10_000_000n - heldMicros))
  await process.limits.release({ companyId, calls })
  expect(await field(companyId, 'effective')).toBe('10000000')
})

test('credits in leases count as used, and holds take their place', async () => {
  const process = await aProcess()
  const { companyId, call } = await aCompany(10_000_000n)
  const calls = await untilLeased(process, call)
  for (let round = 0; round < 50; round += 1) {
    const one = call()
    await process.limits.admit(one)
    calls.push(one)
    const [effective, leases, holds] = await readTogether(companyId)
    expect(effective + leases + holds).toBe(10_000_000n)
  }
})

/** What is left, what is leased and what is held, at one instant. */
async function readTogether(companyId: string): Promise<[bigint, bigint, bigint]> {
  const fields = await redis.hgetall(`gatehouse:limits:{${companyId}}:account`)
  const leases = (fields['leases'] ?? '').split('\n').map((line) => BigInt(line.split(' ')[2] ?? 0))
  const holds = Object.values(fields).flatMap((value) => /^(\d+) \d+ \d+ \d+ /.exec(value)?.[1] ?? [])
  const sum = (amounts: bigint[]) => amounts.reduce((total, one) => total + one, 0n)
  return [BigInt(fields['effective'] ?? 0), sum(leases), sum(holds.map(BigInt))]
}

test('processes that compete for the last credits admit exactly what there is', async () => {
  const processes = [await aProcess(), await aProcess(), await aProcess()]
  const { call } = await aCompany(estimateMicros * 500n)
  const ask = async ({ limits }: Process) => {
    const kinds: string[] = []
    for (let time = 0; time < 200; time += 1) kinds.push((await limits.admit(call())).kind)
    return kinds
  }
  const kinds = (await Promise.all([...processes, ...processes].map(ask))).flat()
  expect(kinds.filter((kind) => kind === 'admitted')).toHaveLength(500)
  expect(kinds.filter((kind) => kind === 'insufficient_credits')).toHaveLength(700)
  expect((await Promise.all(processes.map((one) => one.leasedCalls()))).some((count) => count > 0)).toBe(true)
})

test.each([
  ['requests', { rpmLimit: 500 }],
  ['tokens', { tpmLimit: 5_000 }],
])('processes that compete for the last %s of a window admit exactly its limit', async (_what, limit) => {
  const processes = [await aProcess(), await aProcess(), await aProcess()]
  const { call } = await aCompany(1_000_000_000n)
  const ask = async ({ limits }: Process) => {
    const kinds: string[] = []
    for (let time = 0; time < 200; time += 1) kinds.push((await limits.admit(call(limit))).kind)
    return kinds
  }
  const kinds = (await Promise.all([...processes, ...processes].map(ask))).flat()
  expect(kinds.filter((kind) => kind === 'admitted')).toHaveLength(500)
  expect(kinds.filter((kind) => kind === 'rate_limited')).toHaveLength(700)
})

test('the lease of a dead process is dropped before a call is refused for it', async () => {
  const { companyId, keyId, call } = await aCompany(estimateMicros * 40n)
  const living = await aProcess()
  expect(await living.limits.admit(call())).toMatchObject({ kind: 'admitted' })
  const dead = await createCompanyStore({ redis, clock, processId: 'dead', leaseDroppedAfterMs: 300 })
  await dead.lease({
    companyId,
    keyId,
    rpmLimit: 1_000,
    tpmLimit: 1_000_000,
    holds: [],
    ended: { requests: 0, tokens: 0 },
    left: { micros: 0n, requests: 0, tokens: 0 },
    wanted: { micros: estimateMicros * 9n, requests: 9, tokens: 90 },
    reserveMicros: 0n,
    processCount: 1,
  })
  expect(await leased(companyId)).toEqual({ micros: estimateMicros * 9n, requests: 9 })
  const kinds = await Promise.all(
    Array.from({ length: 45 }, async () => (await living.limits.admit(call())).kind),
  )
  expect(kinds.filter((kind) => kind === 'admitted')).toHaveLength(39)
  expect(await leased(companyId)).toEqual({ micros: 0n, requests: 0 })
})

test('a company that was frozen gets no call from a lease once Redis has forgotten it', async () => {
  const process = await aProcess()
  const { companyId, call } = await aCompany(10_000_000n)
  await untilLeased(process, call)
  await database.postgres.query('update credit_accounts set frozen_at = now() where owner_id = $1', [
    companyId,
  ])
  await redis.hdel(`gatehouse:limits:{${companyId}}:account`, 'goodUntil')
  await waitUntil(async () => (await process.limits.admit(call())).kind === 'frozen', {
    withinMs: 1_000,
    what: 'calls are refused',
  })
  expect(await process.limits.admit(call())).toMatchObject({ kind: 'frozen' })
})

test('calls with a budget are never leased', async () => {
  const process = await aProcess()
  const { call } = await aCompany(10_000_000n)
  for (let time = 0; time < 40; time += 1)
    await process.limits.admit(call({ budgets: { company: 1_000_000n } }))
  expect(await process.leasedCalls()).toBe(0)
})

test('an abandoned stream is counted although it ended before its hold was reported', async () => {
  const process = await aProcess()
  const { companyId, keyId, call } = await aCompany(10_000_000n)
  await untilLeased(process, () => call({ isStream: true }))
  const stream = call({ isStream: true })
  await process.limits.admit(stream)
  await process.limits.release({ companyId, calls: [{ callId: stream.callId, stream: 'abandoned' }] })
  expect(await redis.hget(`gatehouse:limits:{${companyId}}:abandoned:${keyId}`, 'level')).toBe('1')
})
