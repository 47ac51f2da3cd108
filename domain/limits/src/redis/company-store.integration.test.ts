import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { emptyTestRedis, openTestRedis } from '@gatehouse/testkit/vitest/open-test-redis'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallToAdmit, noCharge } from '../admission.ts'
import { type CompanyStore, type LeaseReport, StoreUnavailable } from '../company-store.ts'
import { toHold } from '../hold.ts'
import type { AccountSnapshot } from '../account-snapshot.ts'
import { createCompanyStore } from './company-store.ts'

const clock = createSystemClock()
const ids = createIds(clock)
let redis: RedisClient
let store: CompanyStore

beforeAll(async () => {
  redis = openTestRedis()
  store = await createCompanyStore({ redis, clock, processId: 'p-1', windowMs: 60_000 })
})
afterAll(() => redis.disconnect())

function aCall(changes: Partial<CallToAdmit> = {}): CallToAdmit {
  return {
    callId: ids.uuid(),
    companyId: ids.uuid(),
    keyId: ids.uuid(),
    operation: 'chat',
    alias: 'svc/chat-default',
    estimateMicros: 100n,
    estimatedTokens: 10,
    deadlineMs: 30_000,
    rpmLimit: 1_000,
    tpmLimit: 1_000_000,
    ...changes,
  }
}

function aTruth(changes: Partial<AccountSnapshot> = {}): AccountSnapshot {
  return {
    balanceMicros: 1_000_000n,
    version: 1n,
    isFrozen: false,
    isPostpaid: false,
    overdueInMs: null,
    validForMs: null,
    closedCallIds: [],
    holds: [],
    ...changes,
  }
}

/** Creates a company with this snapshot in Redis, and a function that makes calls of it. */
async function aCompany(snapshot: Partial<AccountSnapshot> = {}) {
  const companyId = ids.uuid()
  const keyId = ids.uuid()
  await store.update({ companyId, snapshot: aTruth(snapshot) })
  const call = (changes: Partial<CallToAdmit> = {}) => aCall({ companyId, keyId, ...changes })
  const account = async () => redis.hgetall(`gatehouse:limits:{${companyId}}:account`)
  const effective = async () => BigInt((await account())['effective'] ?? '')
  return { companyId, keyId, call, account, effective }
}

test('a company that is unknown to Redis must be read from Postgres first', async () => {
  expect(await store.admit(aCall(), false)).toEqual({ kind: 'refresh', reason: 'missing' })
  expect(await store.admit(aCall(), true)).toEqual({ kind: 'refresh', reason: 'missing' })
})

test('a company is listed again after Redis has lost everything, before a call of it is admitted', async () => {
  const { companyId, call } = await aCompany()
  await store.admit(call(), false)
  await emptyTestRedis(redis)
  expect(await store.admit(call(), false)).toEqual({ kind: 'refresh', reason: 'missing' })
  await store.update({ companyId, snapshot: aTruth() })
  expect(await store.listCompanies()).toEqual([{ companyId, isQuiet: false }])
})

test('an estimate that overflows is refused every time and leaves no trace', async () => {
  const { call, account } = await aCompany()
  const before = await account()
  const absurd = call({ estimateMicros: 10n ** 22n })
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(store.admit(absurd, true)).rejects.toBeInstanceOf(StoreUnavailable)
  }
  expect(await account()).toEqual(before)
  expect(await store.admit(call(), true)).toMatchObject({ rates: { requests: { remaining: 999 } } })
})

test('an admitted call takes its hold and returns the state of its rates', async () => {
  const { call, companyId, effective } = await aCompany({ balanceMicros: 1_000_000n })
  const first = call({ estimateMicros: 700n, estimatedTokens: 12, rpmLimit: 300, tpmLimit: 200_000 })
  expect(await store.admit(first, false)).toMatchObject({
    kind: 'admitted',
    rates: { requests: { limit: 300, remaining: 299 }, tokens: { limit: 200_000, remaining: 199_988 } },
  })
  expect(await effective()).toBe(999_300n)
  expect(await store.readHolds(companyId)).toMatchObject([
    { ...toHold(first, 12), remainingMs: expect.closeTo(30_000, -3) as number },
  ])
})

test('a call that is sent again after a lost reply is admitted once', async () => {
  const { call, effective } = await aCompany({ balanceMicros: 1_000_000n })
  const same = call({ rpmLimit: 1 })
  for (let time = 0; time < 3; time += 1) {
    expect(await store.admit(same, false)).toMatchObject({
      kind: 'admitted',
      rates: { requests: { remaining: 0 } },
    })
  }
  expect(await effective()).toBe(999_900n)
})

test.each([
  ['frozen', { isFrozen: true }],
  ['overdue', { overdueInMs: -1 }],
  ['with credits that have just expired', { validForMs: 0 }],
])('a company that is %s is never decided from the cache', async (_, snapshot) => {
  const { call } = await aCompany(snapshot)
  expect(await store.admit(call(), false)).toEqual({ kind: 'refresh', reason: 'account' })
})

test.each([
  [1_000, { kind: 'admitted' }],
  [3_000, { kind: 'refresh', reason: 'account' }],
])('after a read of Postgres, a balance that expired %d ms ago: %j', async (expiredMs, expected) => {
  const { call, companyId } = await aCompany()
  await redis.hset(`gatehouse:limits:{${companyId}}:account`, 'goodUntil', Date.now() - expiredMs)
  expect(await store.admit(call(), true)).toMatchObject(expected)
  expect(await store.admit(call(), false)).toEqual({ kind: 'refresh', reason: 'account' })
})

test('an invoice becomes overdue on time without a message to Redis', async () => {
  const { call } = await aCompany({ overdueInMs: 150 })
  expect(await store.admit(call(), false)).toMatchObject({ kind: 'admitted' })
  await waitUntil(async () => (await store.admit(call(), false)).kind === 'refresh', {
    withinMs: 30_000,
    what: 'the cached account is no longer used',
  })
})

test('when credits are nearly used up Postgres is read; after that only the holds decide', async () => {
  const { call } = await aCompany({ balanceMicros: 250n })
  expect(await store.admit(call(), false)).toEqual({ kind: 'refresh', reason: 'account' })
  for (let time = 0; time < 3; time += 1) {
    expect(await store.admit(call(), true)).toMatchObject({ kind: 'admitted' })
  }
  // The third call exceeded the credits; no further call passes, not even a free one.
  expect(await store.admit(call({ estimateMicros: 0n }), true)).toEqual({ kind: 'refresh', reason: 'holds' })
  expect(await store.admit(call({ estimateMicros: 0n }), false)).toEqual({ kind: 'refresh', reason: 'holds' })
})

test('of many concurrent calls, no more are admitted than the credits allow', async () => {
  const { call, effective } = await aCompany({ balanceMicros: 1_000n })
  const answers = await Promise.all(Array.from({ length: 500 }, () => store.admit(call(), true)))
  expect(answers.filter(({ kind }) => kind === 'admitted')).toHaveLength(10)
  expect(await effective()).toBe(0n)
})

test('credits are checked before requests, and requests before tokens', async () => {
  const poor = await aCompany({ balanceMicros: 0n })
  expect(await store.admit(poor.call({ rpmLimit: 0, tpmLimit: 1 }), true)).toMatchObject({ kind: 'refresh' })
  const rich = await aCompany()
  await store.admit(rich.call({ estimatedTokens: 90, tpmLimit: 100 }), false)
  const both = rich.call({ rpmLimit: 1, tpmLimit: 100, estimatedTokens: 90 })
  expect(await store.admit(both, false)).toMatchObject({ kind: 'rate_limited', what: 'requests' })
  const tokens = rich.call({ rpmLimit: 2, tpmLimit: 100, estimatedTokens: 11 })
  expect(await store.admit(tokens, false)).toMatchObject({ kind: 'rate_limited', what: 'tokens' })
})

test('a refused call leaves no trace', async () => {
  const { call, companyId, effective } = await aCompany({ balanceMicros: 1_000_000n })
  const limits = { rpmLimit: 2, tpmLimit: 100 }
  await store.admit(call({ ...limits, estimatedTokens: 60 }), false)
  for (let time = 0; time < 5; time += 1) {
    const refused = await store.admit(call({ ...limits, estimatedTokens: 41 }), false)
    expect(refused).toMatchObject({
      kind: 'rate_limited',
      what: 'tokens',
      rates: { requests: { remaining: 1 } },
    })
  }
  expect(await store.admit(call({ ...limits, estimatedTokens: 40 }), false)).toMatchObject({
    kind: 'admitted',
  })
  for (let time = 0; time < 5; time += 1) {
    expect(await store.admit(call(limits), false)).toMatchObject({ kind: 'rate_limited', what: 'requests' })
  }
  expect(await store.readHolds(companyId)).toHaveLength(2)
  expect(await effective()).toBe(999_800n)
})

test('a call that needs more tokens than the whole limit runs alone', async () => {
  const { call } = await aCompany()
  const huge = { estimatedTokens: 5_000, tpmLimit: 100 }
  expect(await store.admit(call(huge), false)).toMatchObject({
    kind: 'admitted',
    rates: { tokens: { remaining: 0 } },
  })
  expect(await store.admit(call({ ...huge, estimatedTokens: 1 }), false)).toMatchObject({ what: 'tokens' })
})

test('credits of postpaid companies are not checked', async () => {
  const { call } = await aCompany({ isPostpaid: true, balanceMicros: -5_000_000n })
  expect(await store.admit(call(), false)).toMatchObject({ kind: 'admitted' })
})

test('amounts beyond 2^53 are exact to the last micro-credit', async () => {
  const balanceMicros = 9_007_199_254_740_993n
  const { call, companyId, effective } = await aCompany({ balanceMicros, version: 1n })
  const large = call({ estimateMicros: 9_007_199_254_740_992n })
  expect(await store.admit(large, true)).toMatchObject({ kind: 'admitted' })
  expect(await effective()).toBe(1n)
  expect(await store.admit(call({ estimateMicros: 1n }), true)).toMatchObject({ kind: 'admitted' })
  expect(await store.admit(call({ estimateMicros: 1n }), true)).toMatchObject({ kind: 'refresh' })
  await store.update({ companyId, balance: { balanceMicros: balanceMicros * 1_000n + 1n, version: 2n } })
  expect(await effective()).toBe(balanceMicros * 999n + 1n)
})

test('of two balances, the one with the higher version is kept in either order', async () => {
  const { companyId, effective } = await aCompany({ balanceMicros: 100n, version: 5n })
  await store.update({ companyId, balance: { balanceMicros: -70n, version: 7n } })
  expect(await effective()).toBe(-70n)
  await store.update({ companyId, balance: { balanceMicros: 999n, version: 6n } })
  await store.update({ companyId, snapshot: aTruth({ balanceMicros: 999n, version: 4n }) })
  expect(await effective()).toBe(-70n)
  await store.update({ companyId, balance: { balanceMicros: 0n, version: 10n } })
  expect(await effective()).toBe(0n)
})

test('a balance that arrives before the first snapshot is not lost', async () => {
  const companyId = ids.uuid()
  await store.update({ companyId, balance: { balanceMicros: 50n, version: 9n } })
  expect(await store.admit(aCall({ companyId }), true)).toEqual({ kind: 'refresh', reason: 'missing' })
  await store.update({ companyId, snapshot: aTruth({ balanceMicros: 5_000_000n, version: 8n }) })
  expect(await store.admit(aCall({ companyId }), false)).toEqual({ kind: 'refresh', reason: 'account' })
})

test('release applies charge and hold in one step and is idempotent', async () => {
  const { call, companyId, effective } = await aCompany({ balanceMicros: 1_000_000n, version: 1n })
  const [one, two] = [call(), call()]
  await store.admit(one, false)
  await store.admit(two, false)
  const finished = {
    companyId,
    finished: [one, two],
    balance: { balanceMicros: 999_850n, version: 2n },
  }
  for (let time = 0; time < 2; time += 1) {
    await store.update(finished)
    expect(await effective()).toBe(999_850n)
    expect(await store.readHolds(companyId)).toEqual([])
  }
})

test('actual usage corrects the tokens; an aborted call keeps its estimate', async () => {
  const { call, companyId } = await aCompany()
  const limits = { tpmLimit: 1_000 }
  const calls = [100, 200, 300].map((estimatedTokens) => call({ ...limits, estimatedTokens }))
  for (const one of calls) await store.admit(one, false)
  const [less, more, aborted] = calls.map(({ callId }) => ({ callId, charge: noCharge }))
  if (!less || !more || !aborted) throw new Error('three calls')
  await store.update({
    companyId,
    finished: [{ ...less, tokensUsed: 40 }, { ...more, tokensUsed: 250 }, aborted],
  })
  const next = await store.admit(call({ ...limits, estimatedTokens: 0 }), false)
  expect(next).toMatchObject({ rates: { tokens: { remaining: 1_000 - 40 - 250 - 300 } } })
})

test('a call that is charged but not yet released does not count as a hold', async () => {
  const { call, companyId, effective } = await aCompany({ balanceMicros: 300n, version: 1n })
  const [settled, running] = [call(), call()]
  await store.admit(settled, true)
  await store.admit(running, true)
  const snapshot = aTruth({ balanceMicros: 200n, version: 2n, closedCallIds: [settled.callId] })
  for (let time = 0; time < 2; time += 1) {
    await store.update({ companyId, snapshot })
    expect(await effective()).toBe(100n)
  }
  // The release of the settled call can still correct the token window.
  await store.update({ companyId, finished: [{ callId: settled.callId, tokensUsed: 0 }] })
  expect(await effective()).toBe(100n)
  expect(await store.admit(call({ estimatedTokens: 0 }), true)).toMatchObject({
    rates: { tokens: { remaining: 1_000_000 - 10 } },
  })
})

test('holds that Redis has lost are restored once and extended', async () => {
  const { call, companyId, effective } = await aCompany({ balanceMicros: 1_000n, version: 1n })
  const lost = toHold(call(), 10)
  await emptyTestRedis(redis)
  for (let time = 0; time < 3; time += 1) await store.update({ companyId, holds: [lost] })
  await store.update({ companyId, snapshot: aTruth({ balanceMicros: 1_000n }) })
  expect(await effective()).toBe(900n)
  await store.update({ companyId, holds: [{ ...lost, remainingMs: 90_000 }] })
  const [hold] = await store.readHolds(companyId)
  expect(hold?.remainingMs).toBeGreaterThan(80_000)
})

test.each(['knows that the account is missing', 'listed the company a moment ago'])(
  'restored holds are found by the reaper even if their process never gets the answer and %s',
  async (what) => {
    let isAnswered = true
    const evalsha = async (sha: string, keyCount: number, ...args: string[]) => {
      const answer = await redis.evalsha(sha, keyCount, ...args)
      if (!isAnswered) throw new Error('the connection was lost')
      return answer
    }
    const cut = Object.assign(Object.create(redis) as RedisClient, { evalsha })
    const dying = await createCompanyStore({ redis: cut, clock, processId: 'p-2', windowMs: 60_000 })
    const { call, companyId } = await aCompany()
    await dying.admit(call(), false)
    await emptyTestRedis(redis)
    if (what.includes('missing'))
      expect(await dying.admit(call(), false)).toEqual({ kind: 'refresh', reason: 'missing' })
    isAnswered = false
    await expect(dying.update({ companyId, holds: [toHold(call(), 10)] })).rejects.toThrow(StoreUnavailable)
    expect(await store.readHolds(companyId)).toHaveLength(1)
    expect(await store.listCompanies()).toMatchObject([{ companyId }])
  },
)

test.each([0, 1])(
  'reported holds are found by the reaper although Redis has lost the list and gives no more than %i answers',
  async (answersMax) => {
    let answers = Infinity
    const evalsha = async (sha: string, keyCount: number, ...args: string[]) => {
      const answer = await redis.evalsha(sha, keyCount, ...args)
      if ((answers -= 1) < 0) throw new Error('the connection was lost')
      return answer
    }
    const cut = Object.assign(Object.create(redis) as RedisClient, { evalsha })
    const dying = await createCompanyStore({ redis: cut, clock, processId: 'p-2', windowMs: 60_000 })
    const { call, companyId, keyId } = await aCompany()
    const none = { micros: 0n, requests: 0, tokens: 0 }
    const report: LeaseReport = {
      companyId,
      keyId,
      holds: [toHold(call(), 10)],
      ended: none,
      left: none,
      wanted: none,
      rpmLimit: 10,
      tpmLimit: 1_000,
      reserveMicros: 0n,
      processCount: 1,
    }
    // Redis has the script from now on.
    await dying.lease({ ...report, holds: [] })
    await dying.admit(call(), false)
    await emptyTestRedis(redis)
    answers = answersMax
    await expect(dying.lease(report)).rejects.toThrow(StoreUnavailable)
    const listed = (await store.listCompanies()).map((company) => company.companyId)
    expect(listed).toEqual((await store.readHolds(companyId)).map((hold) => hold.companyId))
    answers = Infinity
    expect(await dying.lease(report)).toMatchObject({ lastsMs: 0, total: none })
    expect(await store.readHolds(companyId)).toHaveLength(1)
    expect(await store.listCompanies()).toMatchObject([{ companyId }])
  },
)

test('one caller is asked to refresh the account before it becomes stale', async () => {
  const { call, companyId } = await aCompany()
  await redis.hset(`gatehouse:limits:{${companyId}}:account`, 'refreshAt', 1)
  const answers = await Promise.all(Array.from({ length: 20 }, () => store.admit(call(), false)))
  expect(answers.filter((answer) => answer.kind === 'admitted' && answer.shouldRefresh)).toHaveLength(1)
})

test('a command that arrives too late has no effect', async () => {
  const { call, companyId } = await aCompany()
  let isSlow = false
  const slowClock = { ...clock, monotonicMs: () => clock.monotonicMs() - (isSlow ? 5_000 : 0) }
  const slow = await createCompanyStore({ redis, clock: slowClock, processId: 'p-2' })
  await slow.beat([])
  isSlow = true
  await expect(slow.admit(call(), false)).rejects.toThrow(StoreUnavailable)
  expect(await store.readHolds(companyId)).toEqual([])
  // The reply contained Redis's time, so the next command is on time.
  await expect(slow.admit(call(), false)).resolves.toMatchObject({ kind: 'admitted' })
})

test('a late report of open calls has no effect, and a late report of finished calls still does', async () => {
  const { call, companyId } = await aCompany()
  let lateMs = 0
  const lateClock = { ...clock, monotonicMs: () => clock.monotonicMs() - lateMs }
  const late = await createCompanyStore({ redis, clock: lateClock, processId: 'p-2' })
  const one = call()
  await late.admit(one, false)
  lateMs = 5_000
  await expect(late.update({ companyId, holds: [toHold(call(), 10)] })).rejects.toThrow(StoreUnavailable)
  expect((await store.readHolds(companyId)).map(({ callId }) => callId)).toEqual([one.callId])
  lateMs = 10_000
  await late.update({ companyId, finished: [one], balance: { balanceMicros: 999_900n, version: 2n } })
  expect(await store.readHolds(companyId)).toEqual([])
})

test('all keys expire', async () => {
  const { call, companyId, keyId } = await aCompany()
  await store.admit(call(), false)
  expect(await redis.pttl(`gatehouse:limits:{${companyId}}:window:${keyId}`)).toBeLessThanOrEqual(60_200)
  expect(await redis.pttl(`gatehouse:limits:{${companyId}}:account`)).toBeGreaterThan(80_000_000)
})

test('heartbeats return the number of live processes', async () => {
  const other = await createCompanyStore({ redis, clock, processId: 'p-3' })
  await store.beat([])
  expect(await other.beat([ids.uuid()])).toBeGreaterThanOrEqual(2)
  const before = await store.beat([])
  await other.leave()
  expect(await store.beat([])).toBe(before - 1)
})

test('one process reaps, and may renew its claim', async () => {
  const other = await createCompanyStore({ redis, clock, processId: 'p-4' })
  expect(await store.claimReaping(10_000)).toBe(true)
  expect(await other.claimReaping(10_000)).toBe(false)
  expect(await store.claimReaping(10_000)).toBe(true)
})

test('a preview takes nothing and returns what admission would', async () => {
  const { call, account } = await aCompany()
  const limited = { rpmLimit: 1 }
  const before = await account()
  expect(await store.preview(call(limited))).toMatchObject({ kind: 'admitted' })
  expect(await store.preview(call(limited))).toMatchObject({ kind: 'admitted' })
  expect(await account()).toEqual(before)
  await store.admit(call(limited), false)
  expect(await store.preview(call(limited))).toMatchObject({ kind: 'rate_limited', what: 'requests' })
})

test('a request that is only counted uses the window and takes no hold, regardless of the account', async () => {
  const { call, account } = await aCompany({ balanceMicros: -5n })
  const before = await account()
  const limited = { rpmLimit: 2, tpmLimit: 1 }
  expect(await store.count(call(limited))).toMatchObject({ kind: 'admitted' })
  expect(await store.count(call(limited))).toMatchObject({ kind: 'admitted' })
  expect(await store.count(call(limited))).toMatchObject({ kind: 'rate_limited', what: 'requests' })
  expect(await account()).toEqual(before)
})

describe('abandoned streams', () => {
  const abandonLimits = { perMinute: 2, sharePercent: 50 }

  async function setUp() {
    const strict = await createCompanyStore({ redis, clock, processId: 'p-2', abandonLimits })
    const company = await aCompany()
    const stream = (changes: Partial<CallToAdmit> = {}) => company.call({ isStream: true, ...changes })
    const finish = async (call: CallToAdmit, outcome: 'completed' | 'abandoned') => {
      const finished = [{ callId: call.callId, stream: outcome, charge: noCharge }]
      await strict.update({ companyId: company.companyId, finished })
    }
    const run = async (outcome: 'completed' | 'abandoned', changes: Partial<CallToAdmit> = {}) => {
      const call = stream(changes)
      const answer = await strict.admit(call, false)
      if (answer.kind === 'admitted') await finish(call, outcome)
      return answer.kind
    }
    return { ...company, strict, stream, finish, run }
  }

  test('beyond the limit, streams of the key are refused; other calls and other keys are not', async () => {
    const { run, strict, call, stream } = await setUp()
    expect([await run('abandoned'), await run('abandoned'), await run('abandoned')]).toEqual([
      'admitted',
      'admitted',
      'streams_abandoned',
    ])
    const refused = await strict.admit(stream(), false)
    expect(refused).toMatchObject({ kind: 'streams_abandoned' })
    expect(await strict.preview(stream())).toMatchObject({ kind: 'streams_abandoned' })
    expect(await strict.count(stream())).toMatchObject({ kind: 'admitted' })
    expect(await strict.admit(call(), false)).toMatchObject({ kind: 'admitted' })
    expect(await run('completed', { keyId: ids.uuid() })).toBe('admitted')
  })

  test('streams that are read to their end offset abandoned ones', async () => {
    const { run } = await setUp()
    const outcomes = ['abandoned', 'completed', 'completed'] as const
    for (let turn = 0; turn < 5; turn += 1) {
      for (const outcome of outcomes) expect(await run(outcome)).toBe('admitted')
    }
  })

  test('after many streams were abandoned together, the key waits until they have drained', async () => {
    const { strict, stream, finish } = await setUp()
    const calls = Array.from({ length: 12 }, () => stream())
    for (const call of calls) expect(await strict.admit(call, false)).toMatchObject({ kind: 'admitted' })
    for (const call of calls) await finish(call, 'abandoned')
    const answer = await strict.admit(stream(), false)
    // Eleven of the twelve have to drain, at two per minute.
    const retryAfterMs = answer.kind === 'streams_abandoned' ? answer.retryAfterMs : 0
    expect(retryAfterMs).toBeGreaterThan(320_000)
    expect(retryAfterMs).toBeLessThanOrEqual(330_000)
  })

  test('many keys of one company reach the limit of the company', async () => {
    const { run } = await setUp()
    const outcomes: string[] = []
    for (let key = 0; key < 12; key += 1) outcomes.push(await run('abandoned', { keyId: ids.uuid() }))
    expect(outcomes.filter((kind) => kind === 'admitted')).toHaveLength(10)
    expect(outcomes.slice(10)).toEqual(['streams_abandoned', 'streams_abandoned'])
  })
})
