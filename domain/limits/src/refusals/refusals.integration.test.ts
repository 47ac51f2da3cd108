import { createRedis } from '@gatehouse/redis/create-redis'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { startRedis } from '@gatehouse/testkit/start-redis'
import { openTestRedis } from '@gatehouse/testkit/vitest/open-test-redis'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusalsKey } from '../redis/company-keys.ts'
import { type NewRefusal, createRefusalRecorder } from './create-refusal-recorder.ts'
import { createReadRefusals } from './read-refusals.ts'
import { encodeRefusal, refusalsKeptForMs, refusalsMax } from './refusal.ts'
import { burstMax } from './sample-refusals.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

let redis: RedisClient
beforeAll(async () => {
  redis = openTestRedis()
  await waitUntil(() => redis.status === 'ready', { withinMs: 30_000, what: 'Redis is connected' })
})
afterAll(() => redis.disconnect())

function aRefusal(changes: Partial<NewRefusal> = {}): NewRefusal {
  return {
    companyId: ids.uuid(),
    at: new Date(),
    requestId: ids.uuid(),
    keyId: ids.uuid(),
    model: 'svc/chat-default',
    status: 402,
    code: 'INSUFFICIENT_CREDITS',
    rule: 'credits_insufficient',
    message: 'Top up.',
    estimateMicros: 5n,
    balanceMicros: -3n,
    heldMicros: 0n,
    ...changes,
  }
}

function open(connection: RedisClient = redis) {
  const metrics = createMetrics('test')
  return { ...createRefusalRecorder({ redis: connection, clock, metrics }), metrics }
}

/** Records the refusals and waits until they are written. */
async function record(refusals: readonly NewRefusal[]): Promise<void> {
  const recorder = open()
  for (const refusal of refusals) recorder.record(refusal)
  await recorder.close()
}

const read = (companyId: string, search: { keyId?: string; code?: string; requestId?: string } = {}) =>
  createReadRefusals({ redis, clock })({ companyId, limit: 100, ...search })

test('a refusal is read as it was recorded, and only for its company', async () => {
  const [mine, other] = [aRefusal(), aRefusal({ model: null, balanceMicros: null, code: null })]
  await record([mine, other])
  const { companyId, ...refusal } = mine
  expect((await read(companyId)).refusals).toEqual([{ ...refusal, omitted: 0 }])
  expect((await read(other.companyId)).refusals).toMatchObject([{ requestId: other.requestId, model: null }])
  expect((await read(ids.uuid())).refusals).toEqual([])
})

test('refusals are read newest first, and found by key, code, rule and request', async () => {
  const companyId = ids.uuid()
  const [first, second] = [
    aRefusal({ companyId, at: new Date(Date.now() - 2_000) }),
    aRefusal({ companyId, at: new Date(Date.now() - 1_000), code: null, rule: 'rate_limited', status: 429 }),
  ]
  await record([second, first])
  const found = async (search: Parameters<typeof read>[1]) =>
    (await read(companyId, search)).refusals.map(({ requestId }) => requestId)
  expect(await found({})).toEqual([second.requestId, first.requestId])
  expect(await found({ keyId: first.keyId })).toEqual([first.requestId])
  expect(await found({ code: 'INSUFFICIENT_CREDITS' })).toEqual([first.requestId])
  expect(await found({ code: 'rate_limited' })).toEqual([second.requestId])
  expect(await found({ requestId: second.requestId })).toEqual([second.requestId])
  expect(await found({ keyId: first.keyId, code: 'rate_limited' })).toEqual([])
})

test('a record holds the newest thousand refusals and says since when it is complete', async () => {
  const companyId = ids.uuid()
  const startMs = Date.now() - 3_600_000
  const refusals = Array.from({ length: refusalsMax + 50 }, (_, index) =>
    aRefusal({ companyId, at: new Date(startMs + index * 1_000) }),
  )
  // A recorder accepts a hundred at a time for one company.
  for (let from = 0; from < refusals.length; from += 100) await record(refusals.slice(from, from + 100))
  expect(await redis.xlen(refusalsKey(companyId))).toBe(refusalsMax)
  const { keptSince, refusals: newest } = await read(companyId)
  expect(keptSince).toEqual(refusals[50]?.at)
  expect(newest[0]?.requestId).toBe(refusals.at(-1)?.requestId)
  expect((await read(companyId, { requestId: refusals[49]?.requestId ?? '' })).refusals).toEqual([])
})

test('refusals are kept for a week: older ones are neither read nor left in Redis', async () => {
  const companyId = ids.uuid()
  const key = refusalsKey(companyId)
  const oldMs = Date.now() - refusalsKeptForMs - 60_000
  const { companyId: _, ...old } = aRefusal({ at: new Date(oldMs) })
  await redis.xadd(key, `${oldMs}-0`, 'entry', encodeRefusal({ ...old, omitted: 0 }))
  const before = await read(companyId)
  expect(before.refusals).toEqual([])
  expect(Date.now() - before.keptSince.getTime()).toBeGreaterThanOrEqual(refusalsKeptForMs)
  await record([aRefusal({ companyId })])
  expect(await redis.xlen(key)).toBe(1)
  const leftMs = await redis.pttl(key)
  expect(leftMs).toBeGreaterThan(refusalsKeptForMs - 60_000)
  expect(leftMs).toBeLessThanOrEqual(refusalsKeptForMs)
  const inAWeek = createFakeClock({ wallMs: Date.now() + refusalsKeptForMs + 1_000 })
  expect((await createReadRefusals({ redis, clock: inAWeek })({ companyId, limit: 1 })).refusals).toEqual([])
})

test('thousands of refusals of one key cost a few entries, whose successor has their number', async () => {
  const fake = createFakeClock({ wallMs: Date.now() })
  const recorder = createRefusalRecorder({ redis, clock: fake, metrics: createMetrics('test') })
  const { companyId, keyId } = aRefusal()
  for (let time = 0; time < 5_000; time += 1) recorder.record(aRefusal({ companyId, keyId }))
  await fake.advance(1_000)
  const later = aRefusal({ companyId, keyId })
  recorder.record(later)
  await recorder.close()
  const { refusals } = await read(companyId)
  expect(refusals).toHaveLength(burstMax + 1)
  expect(refusals.find(({ requestId }) => requestId === later.requestId)?.omitted).toBe(5_000 - burstMax)
})

test('many keys of one company cannot use up the room of another, and what is lost is counted', async () => {
  const recorder = open()
  const [flooding, other] = [ids.uuid(), aRefusal()]
  for (let time = 0; time < 10_000; time += 1) recorder.record(aRefusal({ companyId: flooding }))
  recorder.record(other)
  await recorder.close()
  expect((await read(flooding)).refusals).toHaveLength(100)
  expect((await read(other.companyId)).refusals).toHaveLength(1)
  expect(await recorder.metrics.metrics()).toMatch(/gatehouse_refusals_lost_total\S* 9900\n/)
})

test('entries that are not refusals are skipped', async () => {
  const refusal = aRefusal()
  for (const text of ['', 'null', '[]', '{"at":"yesterday"}'])
    await redis.xadd(refusalsKey(refusal.companyId), '*', 'entry', text)
  await record([refusal])
  expect((await read(refusal.companyId)).refusals).toHaveLength(1)
})

test('while Redis is down, refusals wait and reading says what to do; both work again when it is back', async () => {
  await using server = await startRedis({ appendOnly: 'always' })
  const connection = createRedis({ url: new Secret(server.url), connectionName: 'test', logger })
  using _disconnected = { [Symbol.dispose]: () => connection.disconnect() }
  const isReady = () => connection.status === 'ready'
  await waitUntil(isReady, { withinMs: 30_000, what: 'Redis is connected' })
  await server.stop()
  await waitUntil(() => !isReady(), { withinMs: 30_000, what: 'the connection has noticed' })
  const recorder = open(connection)
  const refusal = aRefusal()
  recorder.record(refusal)
  const readHere = createReadRefusals({ redis: connection, clock })
  await expect(readHere({ companyId: refusal.companyId, limit: 1 })).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'limits.refusals_unavailable',
    publicMessage: expect.stringContaining('Try again shortly') as string,
  })
  await server.restart()
  await waitUntil(isReady, { withinMs: 30_000, what: 'Redis is connected again' })
  const isWritten = async () =>
    (await readHere({ companyId: refusal.companyId, limit: 1 })).refusals.length > 0
  await waitUntil(isWritten, { withinMs: 30_000, what: 'the refusal is written' })
  await recorder.close()
})
