import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { emptyTestRedis, openTestRedis } from '@gatehouse/testkit/vitest/open-test-redis'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountSnapshot } from '../account-snapshot.ts'
import type { CallToAdmit } from '../admission.ts'
import type { CompanyStore } from '../company-store.ts'
import { toHold } from '../hold.ts'
import { createRefusalRecorder } from '../refusals/create-refusal-recorder.ts'
import { accountKey, companiesKey, refusalsKey, windowPrefix } from './company-keys.ts'
import { createCompanyStore } from './company-store.ts'
import { createReadWindow } from './read-window.ts'
import { listHolds } from './stored-holds.ts'

const clock = createSystemClock()
const ids = createIds(clock)
let redis: RedisClient
let store: CompanyStore

beforeAll(async () => {
  redis = openTestRedis()
  await waitUntil(() => redis.status === 'ready', { withinMs: 30_000, what: 'Redis is connected' })
  store = await createCompanyStore({ redis, clock, processId: 'p-1', windowMs: 60_000 })
})
afterAll(() => redis.disconnect())

const snapshot: AccountSnapshot = {
  balanceMicros: 1_000_000n,
  version: 1n,
  isFrozen: false,
  isPostpaid: false,
  overdueInMs: null,
  validForMs: null,
  closedCallIds: [],
  holds: [],
}

async function admit(changes: Partial<CallToAdmit> = {}): Promise<CallToAdmit> {
  const call: CallToAdmit = {
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
  await store.update({ companyId: call.companyId, snapshot })
  expect(await store.admit(call, true)).toMatchObject({ kind: 'admitted' })
  return call
}

test('the holds of all companies are listed, and nothing else of their accounts', async () => {
  await emptyTestRedis(redis)
  const calls = [await admit(), await admit({ estimateMicros: 7n, alias: 'svc/extract-fast' })]
  const listed = await listHolds(redis)
  const sorted = <T extends { callId: string }>(list: readonly T[]) =>
    list.toSorted((left, right) => left.callId.localeCompare(right.callId))
  const remainingMs = expect.closeTo(30_000, -4) as number
  expect(sorted(listed)).toMatchObject(
    sorted(calls).map((call) => Object.assign(toHold(call, 10), { remainingMs })),
  )
  for (const { companyId, callId } of calls) await store.update({ companyId, finished: [{ callId }] })
  expect(await listHolds(redis)).toEqual([])
})

test('a company is quiet ten minutes after its last call', async () => {
  await emptyTestRedis(redis)
  const { companyId } = await admit()
  const key = companiesKey(companyId)
  const score = Number(await redis.zscore(key, companyId))
  const list = async (agoMs: number) => {
    await redis.zadd(key, String(score - agoMs), companyId)
    return store.listCompanies()
  }
  expect(await list(590_000)).toEqual([{ companyId, isQuiet: false }])
  expect(await list(600_001)).toEqual([{ companyId, isQuiet: true }])
  await store.unlistCompany(companyId)
  expect(await store.listCompanies()).toEqual([])
})

test('a window is read without being counted, and what has left it is subtracted', async () => {
  const read = createReadWindow({ redis })
  const [companyId, keyId] = [ids.uuid(), ids.uuid()]
  expect(await read({ companyId, keyId })).toEqual({ requests: 0, tokens: 0, emptyAt: null })
  await admit({ companyId, keyId, estimatedTokens: 30 })
  await admit({ companyId, keyId, estimatedTokens: 12 })
  const used = await read({ companyId, keyId })
  expect(used).toMatchObject({ requests: 2, tokens: 42 })
  const leftMs = (used.emptyAt?.getTime() ?? 0) - clock.wallMs()
  expect(leftMs).toBeGreaterThan(50_000)
  expect(leftMs).toBeLessThanOrEqual(60_200)
  expect(await read({ companyId, keyId })).toEqual(used)
})

test('of a window with old buckets only the others count, and a window of old buckets is empty', async () => {
  const read = createReadWindow({ redis })
  const [companyId, keyId] = [ids.uuid(), ids.uuid()]
  const key = windowPrefix(companyId) + keyId
  const [seconds = '0'] = (await redis.time()).map(String)
  // Buckets are a tenth of a second wide. Each names its requests, its tokens and the next bucket.
  const now = Number(seconds) * 10
  const [old, older, recent] = [now - 700, now - 650, now - 100].map(String) as [string, string, string]
  await redis.hset(key, { head: old, tail: recent, requests: 6, tokens: 60 })
  await redis.hset(key, { [old]: `1 10 ${older}`, [older]: `2 20 ${recent}`, [recent]: '3 30' })
  expect(await read({ companyId, keyId })).toEqual({
    requests: 3,
    tokens: 30,
    emptyAt: new Date((now - 100 + 1) * 100 + 60_000),
  })
  await redis.hset(key, { tail: older })
  expect(await read({ companyId, keyId })).toEqual({ requests: 0, tokens: 0, emptyAt: null })
})

test('a window that cannot be read is a fault that asks for a retry', async () => {
  const [companyId, keyId] = [ids.uuid(), ids.uuid()]
  await redis.set(windowPrefix(companyId) + keyId, 'not a window')
  await expect(createReadWindow({ redis })({ companyId, keyId })).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'limits.window_unavailable',
    publicMessage: 'The limits of the key cannot be read at the moment. Try again shortly.',
  })
  expect(await redis.exists(accountKey(companyId))).toBe(0)
})

test('refusals that Redis rejects are counted as lost, although it accepted the other commands', async () => {
  const metrics = createMetrics('test')
  const recorder = createRefusalRecorder({ redis, clock, metrics })
  const companyId = ids.uuid()
  await redis.set(refusalsKey(companyId), 'not a stream')
  recorder.record({
    companyId,
    at: new Date(),
    requestId: ids.uuid(),
    keyId: ids.uuid(),
    model: null,
    status: 402,
    code: 'INSUFFICIENT_CREDITS',
    rule: 'credits_insufficient',
    message: 'Top up.',
    estimateMicros: 5n,
    balanceMicros: -3n,
    heldMicros: 0n,
  })
  await recorder.close()
  expect(await metrics.metrics()).toMatch(/gatehouse_refusals_lost_total\S* 1\n/)
})
