import { oneShard } from '@gatehouse/postgres/shards'
// Budgets with two gateway processes, with Redis and without. Charges are written to Postgres as a settlement does.
import { createRedis } from '@gatehouse/redis/create-redis'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Admission, CallToAdmit } from '../admission.ts'
import type { CallBudgets } from './budgets.ts'
import type { CompanyStore } from '../company-store.ts'
import { createLimits } from '../create-limits.ts'
import { createHoldTable } from '../postgres/hold-table.ts'
import { createReadSnapshot } from '../postgres/read-snapshot.ts'
import { createAddressWindows } from '../redis/address-windows.ts'
import { createCompanyStore } from '../redis/company-store.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
let open: OpenTestDatabase
let direct: Redis
let cleanUp: AsyncDisposableStack

beforeAll(async () => {
  open = await openTestDatabase()
  direct = new Redis(testRedisUrl())
})
afterAll(async () => {
  direct.disconnect()
  await open[Symbol.asyncDispose]()
})
beforeEach(async () => {
  cleanUp = new AsyncDisposableStack()
  await direct.flushdb()
})
afterEach(() => cleanUp.disposeAsync())

async function aProcess() {
  const url = new URL(testRedisUrl())
  const proxy = cleanUp.use(await startFaultProxy({ targetPort: Number(url.port) }))
  url.port = String(proxy.port)
  const redis = createRedis({ url: new Secret(url.href), connectionName: 'test', logger })
  cleanUp.defer(() => redis.disconnect())
  await waitUntil(() => redis.status === 'ready', { withinMs: 30_000, what: 'Redis is connected' })
  const store: CompanyStore = await createCompanyStore({ redis, clock, processId: ids.uuid() })
  const limits = createLimits({
    clock,
    logger,
    metrics: createMetrics('test'),
    store,
    addressWindows: await createAddressWindows({ redis }),
    table: createHoldTable(oneShard(open.postgres)),
    readSnapshot: createReadSnapshot({ shards: oneShard(open.postgres) }),
    closeDeadCalls: async (calls) => calls.length,
  })
  cleanUp.defer(() => limits.close())
  return { limits, store, proxy }
}

async function aCompany(balanceMicros = 1_000_000n) {
  const companyId = ids.uuid()
  const keyId = ids.uuid()
  await open.postgres.query(
    `insert into credit_accounts (owner_id, owner_kind, balance_micros, version) values ($1, 'COMPANY', $2, 1)`,
    [companyId, balanceMicros],
  )
  const call = (budgets?: CallBudgets, changes: Partial<CallToAdmit> = {}): CallToAdmit => ({
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
    ...(budgets && { budgets }),
    ...changes,
  })
  const account = `gatehouse:limits:{${companyId}}:account`
  const field = (name: string) => direct.hget(account, name)
  return { companyId, keyId, call, account, field }
}

/** Writes what a settlement writes to Postgres; returns what the gateway then releases. */
async function settle(call: CallToAdmit, chargedMicros: bigint) {
  const { callId, companyId, keyId, alias } = call
  const { rows } = await open.postgres.query<{ balance_micros: bigint; version: bigint }>(
    `with inserted as (
       insert into calls (id, company_id, key_id, alias, operation, status, prompt_tokens, cached_tokens,
                          completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms)
       values ($1, $2, $3, $5, 'chat', 'SUCCEEDED', 0, 0, 0, $4, 0, 0, 0)
     ), rolled as (
       insert into usage_rollups as u (company_id, key_id, alias, day, requests, failed_requests, prompt_tokens,
                                       cached_tokens, completion_tokens, charged_micros)
       values ($2, $3, $5, (now() at time zone 'utc')::date, 1, 0, 0, 0, 0, $4)
       on conflict (company_id, key_id, alias, day) do update set charged_micros = u.charged_micros + $4
     )
     update credit_accounts set balance_micros = balance_micros - $4, version = version + 1 where owner_id = $2
     returning balance_micros, version + version_base() as version`,
    [callId, companyId, keyId, chargedMicros, alias],
  )
  const balance = { balanceMicros: rows[0]?.balance_micros ?? 0n, version: rows[0]?.version ?? 0n }
  const charge = { micros: chargedMicros, version: balance.version }
  return { companyId, calls: [{ callId, charge }], balance }
}

const countAdmitted = (answers: readonly Admission[]) =>
  answers.filter(({ kind }) => kind === 'admitted').length

test.each(['company', 'key', 'alias'] as const)(
  'concurrent calls of two processes are admitted only until their holds reach the budget of the %s',
  async (scope) => {
    const [one, other] = [await aProcess(), await aProcess()]
    const { call } = await aCompany()
    const attempts = Array.from({ length: 60 }, (_, index) =>
      (index % 2 ? one : other).limits.admit(call({ [scope]: 500n })),
    )
    const answers = await Promise.all(attempts)
    expect(countAdmitted(answers)).toBe(5)
    expect(answers.find(({ kind }) => kind !== 'admitted')).toMatchObject({
      kind: 'budget_reached',
      scope,
      limitMicros: 500n,
    })
  },
)

test('a budget limits the calls that it names and no others', async () => {
  const { limits } = await aProcess()
  const { call } = await aCompany()
  const full = call({ key: 100n, alias: 100n })
  expect(await limits.admit(full)).toMatchObject({ kind: 'admitted' })
  expect(await limits.admit(call({ key: 100n }))).toMatchObject({ kind: 'budget_reached', scope: 'key' })
  expect(await limits.admit(call({ alias: 100n }))).toMatchObject({ kind: 'budget_reached', scope: 'alias' })
  const elsewhere = { keyId: ids.uuid(), alias: 'svc/chat-cheap' }
  expect(await limits.admit(call({ key: 100n, alias: 100n }, elsewhere))).toMatchObject({ kind: 'admitted' })
  expect(await limits.admit(call())).toMatchObject({ kind: 'admitted' })
})

test('charges replace the holds of their calls, once, in whatever order they are reported', async () => {
  const { limits } = await aProcess()
  const { call, field } = await aCompany()
  const budgets = { company: 1_000n, key: 1_000n, alias: 1_000n }
  const calls = [call(budgets), call(budgets), call(budgets)]
  for (const one of calls) expect(await limits.admit(one)).toMatchObject({ kind: 'admitted' })
  const releases = []
  for (const one of calls) releases.push(await settle(one, 30n))
  for (const release of [...releases.toReversed(), ...releases]) await limits.release(release)
  for (const name of ['company', `key:${calls[0]?.keyId}`, 'alias:svc/chat-default']) {
    expect([await field(`spent:${name}`), await field(`held:${name}`)]).toEqual(['90', '0'])
  }
})

test('charges and holds that Redis has lost count nevertheless', async () => {
  const [one, other] = [await aProcess(), await aProcess()]
  const { call } = await aCompany()
  const budgets = { alias: 250n }
  const [settled, running] = [call(budgets), call(budgets)]
  await one.limits.admit(settled)
  await one.limits.admit(running)
  const release = await settle(settled, 100n)
  await direct.flushdb()
  await one.limits.release(release)
  // The process that has the hold reports it before it decides, and within two seconds in any case.
  expect(await one.limits.admit(call(budgets))).toMatchObject({ kind: 'admitted' })
  expect(await other.limits.admit(call(budgets))).toEqual({
    kind: 'budget_reached',
    scope: 'alias',
    limitMicros: 250n,
    spentMicros: 100n,
    heldMicros: 200n,
  })
})

test('a charge whose report was lost is found before a call is admitted near the limit', async () => {
  const { limits } = await aProcess()
  const { call } = await aCompany()
  const first = call({ company: 300n })
  await limits.admit(first)
  // The process that settled these calls died before it could report them.
  await settle(first, 100n)
  await settle(call(), 200n)
  expect(await limits.admit(call({ company: 300n }))).toMatchObject({ spentMicros: 300n, heldMicros: 0n })
})

test('a hold of a process that does not know the budget yet counts', async () => {
  const [informed, late] = [await aProcess(), await aProcess()]
  const { call, field } = await aCompany()
  await informed.limits.admit(call({ company: 100_000n }))
  const unaware = call()
  await late.limits.admit(unaware)
  expect(await field('held:company')).toBe('200')
  await late.limits.release(await settle(unaware, 70n))
  expect([await field('spent:company'), await field('held:company')]).toEqual(['70', '100'])
})

test('sums that were read before a charge and arrive after it do not hide the charge', async () => {
  const { limits, store } = await aProcess()
  const { call, companyId, field } = await aCompany()
  const budgets = { company: 100_000n }
  const charged = call(budgets)
  await limits.admit(charged)
  const question = { scopes: ['company'] as const, keyId: charged.keyId, alias: charged.alias }
  const old = await createReadSnapshot({ shards: oneShard(open.postgres) })(companyId, [], question)
  await limits.release(await settle(charged, 40n))
  await store.update({ companyId, snapshot: old })
  expect(await field('spent:company')).toBe('40')
})

test('sums that lack a charge from before the first budget, or one whose amount Redis does not know, are not used', async () => {
  const { limits, store } = await aProcess()
  const { call, companyId, keyId, field } = await aCompany()
  const budgets = { company: 100_000n }
  const question = { scopes: ['company'] as const, keyId, alias: 'svc/chat-default' }
  const readSums = () => createReadSnapshot({ shards: oneShard(open.postgres) })(companyId, [], question)
  const [unlimited, limited] = [call(), call(budgets)]
  await limits.admit(unlimited)
  const beforeFirst = await readSums()
  await limits.release(await settle(unlimited, 40n))
  expect(await store.admit(limited, true)).toMatchObject({ kind: 'refresh', reason: 'budgets' })
  await store.update({ companyId, snapshot: beforeFirst })
  expect(await field('spent:company')).toBeNull()
  await limits.admit(limited)
  expect(await field('spent:company')).toBe('40')

  const beforeUnknown = await readSums()
  const { balance } = await settle(limited, 30n)
  await limits.release({ companyId, calls: [{ callId: limited.callId }], balance })
  await store.update({ companyId, snapshot: beforeUnknown })
  expect(await field('until:company')).toBe('-1')
  await limits.admit(call(budgets))
  expect(await field('spent:company')).toBe('70')
})

test('a month that has ended is read again', async () => {
  const { limits, store } = await aProcess()
  const { call, companyId, field } = await aCompany()
  const budgets = { company: 100_000n }
  const question = { scopes: ['company'] as const, keyId: ids.uuid(), alias: 'svc/chat-default' }
  await limits.admit(call(budgets))
  const snapshot = await createReadSnapshot({ shards: oneShard(open.postgres) })(companyId, [], question)
  expect(snapshot.spent?.monthEndsInMs).toBeGreaterThan(0)
  expect(snapshot.spent?.monthEndsInMs).toBeLessThanOrEqual(31 * 86_400_000)
  const spent = { ...question, micros: { company: 99_999n }, monthEndsInMs: 0 }
  await store.update({ companyId, snapshot: { ...snapshot, spent } })
  expect(await field('spent:company')).toBe('99999')
  expect(await limits.admit(call(budgets))).toMatchObject({ kind: 'admitted' })
  expect(await field('spent:company')).toBe('0')
})

test('without Redis, Postgres decides about budgets, and the holds that Redis had count', async () => {
  const { limits, proxy } = await aProcess()
  const { call } = await aCompany()
  const budgets = { key: 1_000n, alias: 10_000n }
  for (let time = 0; time < 3; time += 1) await limits.admit(call(budgets))
  await settle(call(), 200n)
  await proxy.set({ kind: 'reset' })
  const answers = await Promise.all(Array.from({ length: 40 }, () => limits.admit(call(budgets))))
  expect(countAdmitted(answers)).toBe(5)
  // Which of the concurrent calls are refused is not defined.
  expect(answers).toContainEqual({
    kind: 'budget_reached',
    scope: 'key',
    limitMicros: 1_000n,
    spentMicros: 200n,
    heldMicros: 800n,
  })
  // Another key of the company is not refused by the budget of the first one.
  expect(await limits.admit(call(budgets, { keyId: ids.uuid() }))).toMatchObject({ kind: 'admitted' })
})

test('without Redis, a hold that one budget refuses does not count against another', async () => {
  const table = createHoldTable(oneShard(open.postgres))
  const { call } = await aCompany(100_000n)
  const place = (one: CallToAdmit) => {
    const { callId, companyId, keyId, operation, alias, estimateMicros } = one
    const hold = {
      callId,
      companyId,
      keyId,
      operation,
      alias,
      estimateMicros,
      reservedTokens: 0,
      remainingMs: 9_000,
    }
    return table.place({ hold, isForced: false, budgets: one.budgets })
  }
  const refusedByKey = Array.from({ length: 4 }, () => place(call({ company: 200n, key: 0n })))
  const others = Array.from({ length: 3 }, () => place(call({ company: 200n }, { keyId: ids.uuid() })))
  const placed = await Promise.all([...refusedByKey, ...others])
  const outcomes = placed.map(({ isPlaced, budget }) => (isPlaced ? 'placed' : budget?.scope))
  expect(outcomes.join(' ')).toBe('key key key key placed placed company')
})

test('a preview reports a budget that is used up, and takes nothing', async () => {
  const { limits } = await aProcess()
  const { call, field } = await aCompany()
  expect(await limits.preview(call({ key: 100n }))).toBeUndefined()
  expect(await limits.preview(call({ key: 0n }))).toMatchObject({ kind: 'budget_reached', scope: 'key' })
  expect(await field(`held:key:${call().keyId}`)).toBe('0')
})

test('a company without budgets has none of their fields in Redis', async () => {
  const { limits } = await aProcess()
  const { call, account, companyId } = await aCompany()
  const one = call()
  await limits.admit(one)
  await limits.release(await settle(one, 10n))
  const fields = Object.keys(await direct.hgetall(account))
  expect(fields.toSorted()).toEqual(['balance', 'effective', 'goodUntil', 'postpaid', 'refreshAt', 'version'])
  expect(await direct.exists(`gatehouse:limits:{${companyId}}:charges`)).toBe(0)
})
