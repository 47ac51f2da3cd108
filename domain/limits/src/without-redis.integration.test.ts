// Behaviour while Redis is killed, unresponsive or restarted. The tests use their own servers and proxies, which they
// can break.
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { oneShard } from '@gatehouse/postgres/shards'
import { createRedis } from '@gatehouse/redis/create-redis'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { type FaultProxy, startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { type TestRedis, startRedis } from '@gatehouse/testkit/start-redis'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Admission, CallToAdmit } from './admission.ts'
import { type Limits, createLimits } from './create-limits.ts'
import { createHoldTable } from './postgres/hold-table.ts'
import { createReadSnapshot } from './postgres/read-snapshot.ts'
import { createAddressWindows } from './redis/address-windows.ts'
import { createCompanyStore } from './redis/company-store.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
let open: OpenTestDatabase
let server: TestRedis
let direct: Redis
let cleanUp: AsyncDisposableStack

beforeAll(async () => {
  open = await openTestDatabase()
  server = await startRedis()
  direct = new Redis(server.url)
  direct.on('error', () => undefined)
})
afterAll(async () => {
  direct.disconnect()
  await server[Symbol.asyncDispose]()
  await open[Symbol.asyncDispose]()
})
beforeEach(async () => {
  cleanUp = new AsyncDisposableStack()
  await direct.flushall()
  // Otherwise the holds of a test would be written for the process of the test before it.
  await open.postgres.query('delete from hold_table_use')
})
afterEach(() => cleanUp.disposeAsync())

type Process = { limits: Limits; redisProxy: FaultProxy; postgresProxy: FaultProxy }

// Longer than in a service, for tests that do not break Postgres: the machine may be busy.
const patience = { connectTimeoutMs: 10_000, queryTimeoutMs: 10_000 }

/** Starts the limits of a gateway process whose connections to Redis and Postgres can be broken. */
async function aProcess(
  options: { connectTimeoutMs?: number; queryTimeoutMs?: number } = patience,
): Promise<Process> {
  const scope = cleanUp.use(new AsyncDisposableStack())
  const redisProxy = scope.use(await startFaultProxy({ targetPort: server.port }))
  const postgresUrl = new URL(open.url)
  const postgresProxy = scope.use(await startFaultProxy({ targetPort: Number(postgresUrl.port) }))
  postgresUrl.port = String(postgresProxy.port)
  const url = new Secret(`redis://127.0.0.1:${redisProxy.port}`)
  const redis = createRedis({ url, connectionName: 'test', logger })
  scope.defer(() => redis.disconnect())
  await waitUntil(() => redis.status === 'ready', { withinMs: 30_000, what: 'Redis is connected' })
  const postgres = createPostgres({
    url: new Secret(postgresUrl.href),
    applicationName: 'test',
    poolSizeMax: 3,
    logger,
    ...options,
  })
  scope.defer(() => postgres.close())
  const limits = createLimits({
    clock,
    logger,
    metrics: createMetrics('test'),
    store: await createCompanyStore({ redis, clock, processId: ids.uuid() }),
    addressWindows: await createAddressWindows({ redis }),
    table: createHoldTable(oneShard(postgres)),
    readSnapshot: createReadSnapshot({ shards: oneShard(postgres) }),
    closeDeadCalls: async (calls) => calls.length,
  })
  scope.defer(() => limits.close())
  return { limits, redisProxy, postgresProxy }
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
  return { companyId, call }
}

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

async function timed<T>(work: Promise<T>): Promise<{ result: T; tookMs: number }> {
  const startedMs = performance.now()
  return { result: await work, tookMs: performance.now() - startedMs }
}

const countKind = (answers: readonly Admission[], kind: Admission['kind']) =>
  answers.filter((answer) => answer.kind === kind).length

const effective = async (companyId: string) =>
  BigInt((await direct.hget(`gatehouse:limits:{${companyId}}:account`, 'effective')) ?? '-1000000000')

test.each(['blackHole', 'halfOpen', 'reset'] as const)(
  'under %s only the first calls wait, and Postgres admits exactly what the credits allow',
  async (kind) => {
    const { limits, redisProxy } = await aProcess()
    const { call } = await aCompany(1_000n)
    for (let time = 0; time < 3; time += 1) await limits.admit(call())
    await redisProxy.set({ kind })
    const first = await timed(limits.admit(call()))
    expect(first.result).toMatchObject({ kind: 'admitted' })
    expect(first.tookMs).toBeLessThan(5_000)
    const later = [await timed(limits.admit(call())), await timed(limits.admit(call()))]
    for (const { result } of later) expect(result).toMatchObject({ kind: 'admitted' })
    // The faster of the two, because the machine may stall during either.
    expect(Math.min(...later.map(({ tookMs }) => tookMs))).toBeLessThan(200)
    // Ten calls are admitted in all, because the holds that Redis had count as well.
    const rest = await Promise.all(Array.from({ length: 50 }, () => limits.admit(call())))
    expect(countKind(rest, 'admitted')).toBe(4)
    expect(rest.at(-1)).toEqual({
      kind: 'insufficient_credits',
      balanceMicros: 1_000n,
      heldMicros: 1_000n,
    })
  },
)

test('while the holds that Redis had are still being written to Postgres, no call is decided without them', async () => {
  const { limits, redisProxy } = await aProcess({ queryTimeoutMs: 30_000 })
  const { call, companyId } = await aCompany(1_000n)
  const running = [call(), call(), call()]
  for (const one of running) await limits.admit(one)
  // An insert of the same hold that has not been committed stops the statement that writes the holds.
  const blocker = await open.postgres.connect()
  try {
    await blocker.query('begin')
    await blocker.query(
      `insert into credit_holds (call_id, company_id, key_id, operation, alias, estimate_micros, reserved_tokens, deadline)
       values ($1, $2, $3, 'chat', 'a', 100, 0, now())`,
      [running[0]?.callId, companyId, running[0]?.keyId],
    )
    await redisProxy.set({ kind: 'reset' })
    let decided = 0
    const admit = () => limits.admit(call()).finally(() => (decided += 1))
    const answers = Promise.all(Array.from({ length: 10 }, admit))
    // Both the heartbeat and the new calls write the holds.
    await waitUntil(async () => decided > 0 || (await countWaiting()) === 2, {
      withinMs: 20_000,
      what: 'the new calls wait for the holds',
    })
    await blocker.query('rollback')
    expect(countKind(await answers, 'admitted')).toBe(7)
  } finally {
    blocker.release()
  }
})

async function countWaiting(): Promise<number> {
  const { rows } = await open.postgres.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and query like '%credit_holds%'`,
  )
  return rows[0]?.count ?? 0
}

/** Starts two processes and waits until each counts the other. */
async function twoProcesses(): Promise<[Process, Process]> {
  const both: [Process, Process] = [await aProcess(), await aProcess()]
  const secondHeardAtMs = Date.now()
  await waitUntil(
    async () => (await direct.zcount('gatehouse:limits:processes', secondHeardAtMs + 50, '+inf')) === 2,
    { withinMs: 30_000, what: 'both processes have sent a heartbeat' },
  )
  return both
}

test('a company whose credits may not cover all processes waits briefly, and Redis decides if it returns', async () => {
  const [cut, well] = await twoProcesses()
  const { call, companyId } = await aCompany(1_000n)
  for (let time = 0; time < 8; time += 1) await well.limits.admit(call())
  await cut.redisProxy.set({ kind: 'reset' })
  const attempts = Promise.all(Array.from({ length: 20 }, () => cut.limits.admit(call())))
  await waitUntil(() => cut.redisProxy.connections === 0, { withinMs: 30_000, what: 'Redis is unreachable' })
  await cut.redisProxy.heal()
  const { result } = await timed(attempts)
  expect(countKind(result, 'admitted')).toBe(2)
  expect(await effective(companyId)).toBe(0n)
})

test('a process that alone has lost Redis sees the holds of the others, which need not admit calls for that', async () => {
  const [cut, well] = await twoProcesses()
  const { call, companyId } = await aCompany(1_000n)
  const calls = Array.from({ length: 6 }, () => call())
  for (const one of calls) await well.limits.admit(one)
  expect(await countHolds(companyId)).toBe(0)
  await cut.redisProxy.set({ kind: 'reset' })
  const arrives = (count: number) =>
    waitUntil(async () => (await countHolds(companyId)) === count, {
      withinMs: 30_000,
      what: `Postgres has ${count} holds`,
    })
  await arrives(6)
  // Later calls follow.
  for (let time = 0; time < 2; time += 1) await well.limits.admit(call())
  await arrives(8)
  const answers = await Promise.all(Array.from({ length: 20 }, () => cut.limits.admit(call())))
  expect(countKind(answers, 'admitted')).toBe(2)
  for (const one of calls) {
    const balance = await settle(one, 100n)
    await well.limits.release({ companyId, calls: [one], balance })
  }
  await arrives(4)
})

async function countHolds(companyId: string): Promise<number> {
  const { rows } = await open.postgres.query('select from credit_holds where company_id = $1', [companyId])
  return rows.length
}

test('a company with ample credits does not wait, regardless of the number of processes', async () => {
  const [cut] = await twoProcesses()
  const { call } = await aCompany(1_000_000n)
  await cut.redisProxy.set({ kind: 'reset' })
  const { result, tookMs } = await timed(cut.limits.admit(call()))
  expect(result).toMatchObject({ kind: 'admitted' })
  expect(tookMs).toBeLessThan(5_000)
})

test('when all processes have lost Redis, each writes its holds to Postgres before the last credits are spent', async () => {
  const [one, other] = await twoProcesses()
  const { call } = await aCompany(1_000n)
  for (let time = 0; time < 4; time += 1) {
    await one.limits.admit(call())
    await other.limits.admit(call())
  }
  await Promise.all([one, other].map(({ redisProxy }) => redisProxy.set({ kind: 'blackHole' })))
  // Only one of them receives calls; the other notices the outage by its heartbeat.
  const { result, tookMs } = await timed(
    Promise.all(Array.from({ length: 20 }, () => one.limits.admit(call()))),
  )
  expect(countKind(result, 'admitted')).toBe(2)
  expect(tookMs).toBeLessThan(15_000)
})

test('without Redis, each process admits its share of the rates, for addresses too', async () => {
  const [one, other] = await twoProcesses()
  const { call } = await aCompany(1_000_000n)
  await Promise.all([one, other].map(({ redisProxy }) => redisProxy.set({ kind: 'reset' })))
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => (index % 2 ? one : other).limits.admit(call({ rpmLimit: 10 }))),
  )
  expect(countKind(answers, 'admitted')).toBe(10)
  const addresses = await Promise.all(
    Array.from({ length: 700 }, () => one.limits.admitAddress('203.0.113.9')),
  )
  expect(addresses.filter(({ kind }) => kind === 'admitted')).toHaveLength(300)
})

test('Redis is killed under load and returns empty: no call fails, and all holds are restored', async () => {
  const { limits } = await aProcess()
  const { call, companyId } = await aCompany(10_000_000n)
  const answers: Admission[] = []
  const running: CallToAdmit[] = []
  const end = new AbortController()
  const caller = async () => {
    while (!end.signal.aborted) {
      const one = call()
      answers.push(await limits.admit(one))
      running.push(one)
      const oldest = running.length > 40 ? running.shift() : undefined
      if (oldest) await limits.release({ companyId, calls: [oldest], balance: await settle(oldest, 90n) })
    }
  }
  const callers = Promise.all(Array.from({ length: 4 }, caller))
  await waitUntil(() => answers.length > 300, { withinMs: 30_000, what: 'there is load' })
  await server.kill()
  const atKill = answers.length
  await waitUntil(() => answers.length > atKill + 300, {
    withinMs: 30_000,
    what: 'calls continue without Redis',
  })
  await server.restart()
  await waitUntil(async () => (await effective(companyId)) > 0n, {
    withinMs: 30_000,
    what: 'Redis knows the company again',
  })
  const atRestart = answers.length
  await waitUntil(() => answers.length > atRestart + 300, {
    withinMs: 30_000,
    what: 'calls continue with Redis',
  })
  end.abort()
  await callers
  expect(countKind(answers, 'admitted')).toBe(answers.length)
  // Redis has a hold for every open call, and no others.
  const { rows } = await open.postgres.query<{ balance_micros: bigint }>(
    'select balance_micros from credit_accounts where owner_id = $1',
    [companyId],
  )
  const snapshot = (rows[0]?.balance_micros ?? 0n) - 100n * BigInt(running.length)
  await waitUntil(async () => (await effective(companyId)) === snapshot, {
    withinMs: 30_000,
    what: 'Redis has exactly the open holds',
  })
})

test('calls that finish while Redis is down are released there when it is back', async () => {
  const { limits, redisProxy } = await aProcess()
  const { call, companyId } = await aCompany(1_000_000n)
  const [before, during] = [call(), call()]
  await limits.admit(before)
  await redisProxy.set({ kind: 'blackHole' })
  await limits.admit(during)
  await limits.release({ companyId, calls: [before], balance: await settle(before, 40n) })
  expect(await effective(companyId)).toBe(999_900n)
  await redisProxy.heal()
  await waitUntil(async () => (await effective(companyId)) === 999_860n, {
    withinMs: 30_000,
    what: 'one is released and the other held',
  })
  await limits.release({ companyId, calls: [during], balance: await settle(during, 40n) })
  await waitUntil(async () => (await effective(companyId)) === 999_920n, {
    withinMs: 30_000,
    what: 'the other is released too',
  })
  await waitUntil(
    async () =>
      (await open.postgres.query('select from credit_holds where company_id = $1', [companyId])).rowCount ===
      0,
    { withinMs: 30_000, what: 'Postgres has removed its hold' },
  )
})

test('a call that Redis admitted, whose reply was lost and which was then refused, leaves no hold', async () => {
  const [{ limits, redisProxy }] = await twoProcesses()
  const { call, companyId } = await aCompany(1_000_000n)
  await limits.admit(call({ rpmLimit: 0 }))
  await redisProxy.set({ kind: 'cutAfterBytes', bytes: 1, direction: 'toClient' })
  // Redis admits both calls, but its replies are lost, so this process decides alone. Its share of the second call's
  // limit of 2 is 1, which the first call has used up.
  const answers = await Promise.all([limits.admit(call()), limits.admit(call({ rpmLimit: 2 }))])
  expect(answers).toMatchObject([{ kind: 'admitted' }, { kind: 'rate_limited', what: 'requests' }])
  expect(await effective(companyId)).toBe(999_800n)
  await redisProxy.heal()
  await waitUntil(async () => (await effective(companyId)) === 999_900n, {
    withinMs: 30_000,
    what: 'only the admitted call is held',
  })
})

test('near the end of the credits, a process that has lost Redis and one that has not see the holds of both', async () => {
  const [cut, well] = [await aProcess(), await aProcess()]
  const { call } = await aCompany(1_000n)
  for (let time = 0; time < 4; time += 1) await well.limits.admit(call())
  await cut.redisProxy.set({ kind: 'reset' })
  expect(await cut.limits.admit(call())).toMatchObject({ kind: 'admitted' })
  // The healthy process reads Postgres, finds the other's hold there and writes its own.
  expect(await well.limits.admit(call())).toMatchObject({ kind: 'admitted' })
  const rest: Admission[] = []
  for (let time = 0; time < 10; time += 1) {
    rest.push(await cut.limits.admit(call()), await well.limits.admit(call()))
  }
  expect(countKind(rest, 'admitted')).toBeGreaterThanOrEqual(4)
  expect(countKind(rest, 'admitted')).toBeLessThanOrEqual(5)
})

test('a hold that another process copied to Redis is released there after its own process is back', async () => {
  const [cut, well] = [await aProcess(), await aProcess()]
  const { call, companyId } = await aCompany(1_000n)
  await cut.redisProxy.set({ kind: 'reset' })
  // The first call tries Redis, so that its release is sent there in any case.
  await cut.limits.admit(call())
  const copied = call()
  expect(await cut.limits.admit(copied)).toMatchObject({ kind: 'admitted' })
  // Credits for ten calls are nearly used up, so this process reads Postgres and writes the hold to Redis.
  await well.limits.admit(call())
  expect(await effective(companyId)).toBe(700n)
  await cut.limits.release({ companyId, calls: [copied], balance: await settle(copied, 40n) })
  await cut.redisProxy.heal()
  await waitUntil(async () => (await effective(companyId)) === 760n, {
    withinMs: 20_000,
    what: 'only the other holds are left',
  })
})

test('without Redis and Postgres, calls are refused as unavailable immediately', async () => {
  const { limits, redisProxy, postgresProxy } = await aProcess({})
  const { call, companyId } = await aCompany(1_000n)
  await redisProxy.set({ kind: 'reset' })
  await limits.admit(call())
  await postgresProxy.set({ kind: 'reset' })
  for (let time = 0; time < 3; time += 1) {
    const { result, tookMs } = await timed(limits.admit(call()).catch((thrown: unknown) => thrown))
    expect(result).toBeInstanceOf(Fault)
    expect((result as Fault).kind).toBe('unavailable')
    expect(tookMs).toBeLessThan(7_000)
  }
  await postgresProxy.heal()
  expect(await limits.admit(call())).toMatchObject({ kind: 'admitted' })
  expect(await limits.readAccount(companyId)).toMatchObject({ heldMicros: 200n })
})

test('without Redis, a call that is refused for credits gives its place in the rate window back', async () => {
  const { limits, redisProxy } = await aProcess()
  const { call } = await aCompany(100n)
  await limits.admit(call({ rpmLimit: 5, keyId: ids.uuid() }))
  await redisProxy.set({ kind: 'reset' })
  const { companyId, call: poorCall } = await aCompany(100n)
  // All of them find enough credits when they are read, so that the table decides between them.
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => limits.admit(poorCall({ rpmLimit: 5, tpmLimit: 50 }))),
  )
  expect(countKind(answers, 'admitted')).toBe(1)
  expect(countKind(answers, 'insufficient_credits')).toBe(4)
  await open.postgres.query('update credit_accounts set balance_micros = 10000 where owner_id = $1', [
    companyId,
  ])
  const later: Admission[] = []
  for (let time = 0; time < 5; time += 1)
    later.push(await limits.admit(poorCall({ rpmLimit: 5, tpmLimit: 50 })))
  expect(countKind(later, 'admitted')).toBe(4)
  expect(countKind(later, 'rate_limited')).toBe(1)
})
