import { oneShard } from '@gatehouse/postgres/shards'
import { createRedis } from '@gatehouse/redis/create-redis'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { emptyTestRedis } from '@gatehouse/testkit/vitest/open-test-redis'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CallToAdmit, noCharge } from './admission.ts'
import type { CompanyStore } from './company-store.ts'
import { type Limits, createLimits } from './create-limits.ts'
import type { Hold } from './hold.ts'
import { createDeadCallReaper } from './holds/reap-dead-calls.ts'
import { createHoldTable } from './postgres/hold-table.ts'
import { createReadSnapshot } from './postgres/read-snapshot.ts'
import { createAddressWindows } from './redis/address-windows.ts'
import { createCompanyStore } from './redis/company-store.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
let open: OpenTestDatabase
let redis: RedisClient
let store: CompanyStore
let limits: Limits
let reads: string[]
let overdueInMs: number | null
let cleanUp: AsyncDisposableStack

beforeAll(async () => {
  open = await openTestDatabase()
  redis = createRedis({ url: new Secret(testRedisUrl()), connectionName: 'test', logger })
  await waitUntil(() => redis.status === 'ready', { withinMs: 30_000, what: 'Redis is connected' })
})
afterAll(async () => {
  redis.disconnect()
  await open[Symbol.asyncDispose]()
})
beforeEach(async () => {
  cleanUp = new AsyncDisposableStack()
  await emptyTestRedis(redis)
  reads = []
  overdueInMs = null
  store = await createCompanyStore({ redis, clock, processId: ids.uuid() })
  limits = await aProcess()
})
afterEach(() => cleanUp.disposeAsync())

async function aProcess(closeDeadCalls: (calls: readonly Hold[]) => Promise<number> = async () => 0) {
  const readSnapshot = createReadSnapshot({
    shards: oneShard(open.postgres),
    findOverdueInMs: async () => overdueInMs,
  })
  const process = createLimits({
    clock,
    logger,
    metrics: createMetrics('test'),
    store: await createCompanyStore({ redis, clock, processId: ids.uuid() }),
    addressWindows: await createAddressWindows({ redis }),
    table: createHoldTable(oneShard(open.postgres)),
    async readSnapshot(companyId, callIds) {
      reads.push(companyId)
      return readSnapshot(companyId, callIds)
    },
    closeDeadCalls,
  })
  cleanUp.defer(() => process.close())
  return process
}

async function aCompany(balanceMicros: bigint) {
  const companyId = ids.uuid()
  const keyId = ids.uuid()
  await open.postgres.query(
    `insert into credit_accounts (owner_id, owner_kind, balance_micros, version) values ($1, 'COMPANY', $2, 1)`,
    [companyId, balanceMicros],
  )
  const call = (changes: Partial<CallToAdmit> = {}): CallToAdmit => ({
    callId: ids.uuid(),
    companyId,
    keyId,
    operation: 'chat',
    alias: 'svc/chat-default',
    estimateMicros: 100n,
    estimatedTokens: 10,
    deadlineMs: 30_000,
    rpmLimit: 100_000,
    tpmLimit: 100_000_000,
    ...changes,
  })
  return { companyId, keyId, call }
}

/** Writes what a settlement writes to Postgres, without informing Redis. */
async function settle(
  call: CallToAdmit,
  chargedMicros: bigint,
): Promise<{ balanceMicros: bigint; version: bigint }> {
  const { rows } = await open.postgres.query<{ balance_micros: bigint; version: bigint }>(
    `with inserted as (
       insert into calls (id, company_id, key_id, alias, operation, status, prompt_tokens, cached_tokens,
                          completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms)
       values ($1, $2, $3, 'a', 'chat', 'SUCCEEDED', 0, 0, 0, $4, 0, 0, 0)
     )
     update credit_accounts set balance_micros = balance_micros - $4, version = version + 1 where owner_id = $2
     returning balance_micros, version + version_base() as version`,
    [call.callId, call.companyId, call.keyId, chargedMicros],
  )
  return { balanceMicros: rows[0]?.balance_micros ?? 0n, version: rows[0]?.version ?? 0n }
}

async function topUp(companyId: string, micros: bigint): Promise<void> {
  await open.postgres.query(
    'update credit_accounts set balance_micros = balance_micros + $2, version = version + 1 where owner_id = $1',
    [companyId, micros],
  )
}

const effective = async (companyId: string) =>
  BigInt((await redis.hget(`gatehouse:limits:{${companyId}}:account`, 'effective')) ?? 'x')

test('with ample credits, Postgres is read once and then Redis decides', async () => {
  const { call, companyId } = await aCompany(1_000_000n)
  for (let time = 0; time < 20; time += 1) {
    const one = call()
    expect(await limits.admit(one)).toMatchObject({ kind: 'admitted' })
    await limits.release({ companyId, calls: [{ ...one, charge: noCharge }] })
  }
  expect(reads).toHaveLength(1)
  expect(await limits.readAccount(companyId)).toMatchObject({ heldMicros: 0n })
})

test('overdue takes precedence over credits, credits over requests, requests over tokens', async () => {
  const { call, companyId } = await aCompany(0n)
  const worst = call({ rpmLimit: 0, tpmLimit: 0 })
  overdueInMs = -1
  expect(await limits.admit(worst)).toEqual({ kind: 'overdue' })
  overdueInMs = null
  await open.postgres.query('update credit_accounts set frozen_at = now() where owner_id = $1', [companyId])
  expect(await limits.admit(worst)).toEqual({ kind: 'frozen' })
  await open.postgres.query('update credit_accounts set frozen_at = null where owner_id = $1', [companyId])
  expect(await limits.admit(worst)).toEqual({
    kind: 'insufficient_credits',
    balanceMicros: 0n,
    heldMicros: 0n,
  })
  await topUp(companyId, 50n)
  expect(await limits.admit(worst)).toMatchObject({ kind: 'rate_limited', what: 'requests' })
  expect(await limits.admit({ ...worst, rpmLimit: 1 })).toMatchObject({
    kind: 'rate_limited',
    what: 'tokens',
  })
  expect(await limits.admit({ ...worst, rpmLimit: 1, tpmLimit: 10 })).toMatchObject({ kind: 'admitted' })
})

// Redis never receives these top-ups.
test('the next call sees a top-up, even if Redis was not informed', async () => {
  const { call, companyId } = await aCompany(0n)
  for (let time = 0; time < 3; time += 1) {
    expect(await limits.admit(call())).toMatchObject({ kind: 'insufficient_credits' })
    await topUp(companyId, 100n)
    const paid = call()
    expect(await limits.admit(paid)).toMatchObject({ kind: 'admitted' })
    await limits.release({ companyId, calls: [paid], balance: await settle(paid, 100n) })
  }
})

test('calls that are charged but not released do not count twice in a 402', async () => {
  const { call, companyId } = await aCompany(300n)
  const calls = [call(), call(), call()]
  for (const one of calls) expect(await limits.admit(one)).toMatchObject({ kind: 'admitted' })
  expect(await limits.admit(call())).toEqual({
    kind: 'insufficient_credits',
    balanceMicros: 300n,
    heldMicros: 300n,
  })
  // Two calls are settled for less than they held, and Redis receives the balance without their release.
  await settle(calls[0] ?? call(), 20n)
  const balance = await settle(calls[1] ?? call(), 30n)
  await limits.release({ companyId, calls: [], balance })
  expect(await effective(companyId)).toBe(-50n)
  expect(await limits.admit(call())).toMatchObject({ kind: 'admitted' })
  expect(await limits.admit(call())).toMatchObject({ kind: 'admitted' })
  expect(await limits.admit(call())).toEqual({
    kind: 'insufficient_credits',
    balanceMicros: 250n,
    heldMicros: 300n,
  })
})

test('of many concurrent calls in several processes, exactly as many are admitted as the credits allow', async () => {
  const { call } = await aCompany(10_000n)
  const processes = [limits, await aProcess(), await aProcess()]
  const answers = await Promise.all(
    Array.from({ length: 1_500 }, (_, index) => (processes[index % 3] ?? limits).admit(call())),
  )
  expect(answers.filter((answer) => answer.kind === 'admitted')).toHaveLength(100)
  expect(answers.filter((answer) => answer.kind === 'insufficient_credits')).toHaveLength(1_400)
  // Concurrent calls shared reads of Postgres.
  expect(reads.length).toBeLessThan(100)
})

test('postpaid companies are not refused for lack of credits', async () => {
  const { call, companyId } = await aCompany(-1_000n)
  await open.postgres.query(`insert into companies (id, name, billing_mode) values ($1, 'Tab', 'POSTPAID')`, [
    companyId,
  ])
  expect(await limits.admit(call())).toMatchObject({ kind: 'admitted' })
  overdueInMs = -1
  await store.forget(companyId)
  expect(await limits.admit(call())).toEqual({ kind: 'overdue' })
})

test('calls of a frozen account are refused immediately once Redis has forgotten the account', async () => {
  const { call, companyId } = await aCompany(1_000_000n)
  await limits.admit(call())
  await open.postgres.query('update credit_accounts set frozen_at = now() where owner_id = $1', [companyId])
  await store.forget(companyId)
  expect(await limits.admit(call())).toEqual({ kind: 'frozen' })
})

test('release corrects the balance, is idempotent, and works on an empty Redis', async () => {
  const { call, companyId } = await aCompany(1_000_000n)
  const [one, two] = [call(), call()]
  await limits.admit(one)
  await limits.admit(two)
  const first = { companyId, calls: [{ callId: one.callId, tokensUsed: 4 }], balance: await settle(one, 60n) }
  await limits.release(first)
  await limits.release(first)
  expect(await effective(companyId)).toBe(999_940n - 100n)
  await emptyTestRedis(redis)
  await limits.release({ companyId, calls: [two], balance: await settle(two, 60n) })
  expect(await limits.admit(call())).toMatchObject({ kind: 'admitted' })
  expect(await effective(companyId)).toBe(999_880n - 100n)
})

test('after Redis lost its data, the open holds of every process count again within 5 s', async () => {
  const { call, companyId } = await aCompany(1_000n)
  const other = await aProcess()
  for (let time = 0; time < 3; time += 1) await limits.admit(call())
  for (let time = 0; time < 4; time += 1) await other.admit(call())
  await emptyTestRedis(redis)
  // Our own holds are restored immediately, because the process that finds the company missing sends the holds that it
  // has.
  expect(await limits.admit(call({ estimateMicros: 0n }))).toMatchObject({ kind: 'admitted' })
  expect(await effective(companyId)).toBeLessThanOrEqual(700n)
  await waitUntil(async () => (await effective(companyId)) === 300n, {
    withinMs: 30_000,
    what: 'the holds of the other process are back',
  })
})

test('calls of a dead process are closed once and counted; those of a live process are left alone', async () => {
  const { call, companyId } = await aCompany(1_000_000n)
  const closed: string[] = []
  const close = async (calls: readonly Hold[]) => {
    for (const { callId, operation, alias } of calls) closed.push(`${callId} ${operation} ${alias}`)
    return calls.length
  }
  const [dead, alive] = [call(), call()]
  const dying = await aProcess()
  await dying.admit(dead)
  await dying.close()
  await limits.admit(alive)
  // Moves both deadlines to more than a minute ago.
  const key = `gatehouse:limits:{${companyId}}:account`
  for (const { callId } of [dead, alive]) {
    const value = (await redis.hget(key, callId)) ?? ''
    await redis.hset(key, callId, value.replace(/^(\S+ \S+ \S+) \d+/, `$1 ${Date.now() - 61_000}`))
  }
  let nowMs = 0
  let counted = 0
  const table = createHoldTable(oneShard(open.postgres))
  await table.keep([
    {
      ...call({ operation: 'parse_cv' }),
      reservedTokens: 0,
      remainingMs: -61_000,
    } satisfies Hold,
  ])
  const reaper = createDeadCallReaper({
    store,
    table,
    closeDeadCalls: close,
    logger,
    onClosed: (count) => (counted += count),
    monotonicMs: () => nowMs,
  })
  await store.beat([])
  // Nothing happens when a hold is first found dead: a heartbeat may still extend it, as it does for the live one.
  await reaper.reapStore()
  await reaper.reapTable()
  expect(closed).toEqual([])
  await waitUntil(
    async () =>
      (await store.readHolds(companyId)).some(
        ({ callId, remainingMs }) => callId === alive.callId && remainingMs > 0,
      ),
    { withinMs: 30_000, what: 'the live process has extended its hold' },
  )
  for (let time = 0; time < 3; time += 1) {
    nowMs += 15_000
    await reaper.reapStore()
    await reaper.reapTable()
  }
  expect(closed).toEqual([
    `${dead.callId} chat svc/chat-default`,
    expect.stringMatching(/ parse_cv svc\/chat-default$/),
  ])
  expect(counted).toBe(2)
  expect(await effective(companyId)).toBe(999_900n)
})

test('a client address has one limit across all processes, and an IPv6 client one for its /64', async () => {
  const other = await aProcess()
  const admit = (index: number) =>
    (index % 2 ? limits : other).admitAddress(`2001:db8:0:7::${index.toString(16)}`)
  const kinds: string[] = []
  // Fewer at a time than would keep a busy machine so long that a process stops waiting for Redis.
  while (kinds.length < 1_000) {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => admit(kinds.length + index)))
    kinds.push(...answers.map(({ kind }) => kind))
  }
  expect(kinds.filter((kind) => kind === 'admitted')).toHaveLength(600)
  expect(await limits.admitAddress('2001:db8:0:8::1')).toMatchObject({
    kind: 'admitted',
    rate: { limit: 600, remaining: 599 },
  })
})

test('the account includes all charges made and the holds of every process', async () => {
  const { companyId, call } = await aCompany(1_000n)
  const other = await aProcess()
  expect(await limits.readAccount(companyId)).toMatchObject({ balanceMicros: 1_000n, heldMicros: 0n })
  const calls = [call(), call()] as const
  await limits.admit(calls[0])
  await other.admit(calls[1])
  expect(await limits.readAccount(companyId)).toMatchObject({ balanceMicros: 1_000n, heldMicros: 200n })
  // Settled without a release: the balance includes the charge, so the hold must no longer count.
  await settle(calls[0], 70n)
  expect(await limits.readAccount(companyId)).toMatchObject({ balanceMicros: 930n, heldMicros: 100n })
})
