import { createRedis } from '@gatehouse/redis/create-redis'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { type FaultProxy, startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createAnnounceCompanyChange,
  createAnnounceKeyEnd,
  createSubscribeToKeyEnds,
} from './key-end-channel.ts'

const clock = createSystemClock()
const ids = createIds(clock)
let cleanUp: AsyncDisposableStack
let direct: RedisClient
let proxied: RedisClient
let proxy: FaultProxy
let logged: string[]

beforeEach(async () => {
  cleanUp = new AsyncDisposableStack()
  logged = []
  const url = new URL(testRedisUrl())
  proxy = cleanUp.use(await startFaultProxy({ targetPort: Number(url.port) }))
  direct = await connect(url)
  url.port = String(proxy.port)
  proxied = await connect(url)
})
afterEach(() => cleanUp.disposeAsync())

const logger = createLogger({
  service: 'test',
  level: 'info',
  sinks: [{ write: (line) => void logged.push((JSON.parse(line) as { message: string }).message) }],
})

async function connect(url: URL): Promise<RedisClient> {
  const redis = createRedis({ url: new Secret(url.href), connectionName: 'test', logger })
  cleanUp.defer(() => redis.disconnect())
  await waitUntil(() => redis.status === 'ready', { withinMs: 30_000, what: 'Redis is connected' })
  return redis
}

/** Returns the list of ends that this subscriber receives, which grows as they arrive. */
function subscribe(redis: RedisClient): string[] {
  const heard: string[] = []
  const subscription = createSubscribeToKeyEnds({ redis, clock, logger })(
    (keyId) => heard.push(keyId),
    (companyId) => heard.push(`company ${companyId}`),
  )
  cleanUp.defer(() => subscription.close())
  return heard
}

/** Announces ends until every subscriber has received one; resolves to the time that took. */
async function announceUntilHeard(withinMs: number, ...subscribers: string[][]): Promise<number> {
  const startedMs = performance.now()
  const announce = createAnnounceKeyEnd({ redis: direct, logger })
  const before = subscribers.map((heard) => heard.length)
  const haveHeard = () => subscribers.every((heard, index) => heard.length > (before[index] ?? 0))
  const announceAndLook = async () => (await announce(ids.uuid())) && haveHeard()
  await waitUntil(announceAndLook, { withinMs, what: 'the end of a key is received' })
  return performance.now() - startedMs
}

test('every subscriber receives an announced end', async () => {
  const subscribers = [subscribe(direct), subscribe(proxied)]
  await announceUntilHeard(2_000, ...subscribers)
  const keyId = ids.uuid()
  expect(await createAnnounceKeyEnd({ redis: direct, logger })(keyId)).toBe(true)
  const haveHeard = () => subscribers.every((heard) => heard.includes(keyId))
  await waitUntil(haveHeard, { withinMs: 30_000, what: 'both have received it' })
  expect(logged).toEqual([])
})

test('every subscriber receives a change of a company, distinct from the end of a key', async () => {
  const subscribers = [subscribe(direct), subscribe(proxied)]
  await announceUntilHeard(2_000, ...subscribers)
  const companyId = ids.uuid()
  expect(await createAnnounceCompanyChange({ redis: direct, logger })(companyId)).toBe(true)
  const haveHeard = () => subscribers.every((heard) => heard.includes(`company ${companyId}`))
  await waitUntil(haveHeard, { withinMs: 30_000, what: 'both have received it' })
  expect(subscribers.flat()).not.toContain(companyId)
})

test('a message that is not a key id is ignored', async () => {
  const heard = subscribe(direct)
  await announceUntilHeard(2_000, heard)
  const nonsense = ['', 'all', `${ids.uuid()} `, 'x'.repeat(100_000)]
  for (const text of nonsense) await createAnnounceKeyEnd({ redis: direct, logger })(text)
  await announceUntilHeard(2_000, heard)
  expect(heard.filter((text) => nonsense.includes(text))).toEqual([])
})

// Half open: the peer is gone without closing the connection, as when a machine in between is lost.
test.each(['reset', 'halfOpen', 'blackHole'] as const)(
  'after %s a subscriber receives messages again within 4 s of healing, and logs it',
  async (kind) => {
    const heard = subscribe(proxied)
    await announceUntilHeard(2_000, heard)
    await proxy.set({ kind })
    const isLost = () => logged.some((line) => line.startsWith('key announcements are not received'))
    await waitUntil(isLost, { withinMs: 30_000, what: 'the loss is noticed' })
    await proxy.heal()
    expect(await announceUntilHeard(6_000, heard)).toBeLessThan(4_000)
    await waitUntil(() => logged.includes('key announcements are received again'), {
      withinMs: 30_000,
      what: 'the recovery is logged',
    })
  },
)

test('a subscriber that starts while Redis is down receives messages once Redis is up', async () => {
  await proxy.set({ kind: 'reset' })
  const heard = subscribe(proxied)
  await waitUntil(() => logged.length > 0, { withinMs: 30_000, what: 'the outage is noticed' })
  await proxy.heal()
  expect(await announceUntilHeard(6_000, heard)).toBeLessThan(4_000)
})

test('an announcement without Redis fails in time and does not reject', async () => {
  await proxy.set({ kind: 'blackHole' })
  const startedMs = performance.now()
  expect(await createAnnounceKeyEnd({ redis: proxied, logger })(ids.uuid())).toBe(false)
  expect(performance.now() - startedMs).toBeLessThan(5_000)
  expect(logged).toContain('key end could not be announced; gateways notice it within 5 s')
})
