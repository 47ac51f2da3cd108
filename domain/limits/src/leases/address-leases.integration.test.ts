// Leases of client addresses with a real Redis, by several processes that share it.
import { createRedis } from '@gatehouse/redis/create-redis'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { createSystemClock, sleep } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { emptyTestRedis } from '@gatehouse/testkit/vitest/open-test-redis'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAddressLimit } from '../admit/create-address-limit.ts'
import { createAddressWindows } from '../redis/address-windows.ts'

const clock = createSystemClock()
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const address = '198.51.100.7'
let redis: RedisClient
let cleanUp: AsyncDisposableStack

beforeAll(async () => {
  redis = createRedis({ url: new Secret(testRedisUrl()), connectionName: 'test', logger })
  await waitUntil(() => redis.status === 'ready', { withinMs: 30_000, what: 'Redis is connected' })
})
afterAll(() => redis.disconnect())
beforeEach(async () => {
  cleanUp = new AsyncDisposableStack()
  await emptyTestRedis(redis)
})
afterEach(() => cleanUp.disposeAsync())

/** Counts how often the process asked Redis about one request. */
async function aProcess(limit: number) {
  const windows = await createAddressWindows({ redis })
  const counts = { asked: 0 }
  const counting = {
    ...windows,
    admit(range: string, requests: number) {
      counts.asked += 1
      return windows.admit(range, requests)
    },
  }
  const reach = async () => void (await redis.ping())
  const metrics = createMetrics('test')
  const process = createAddressLimit({ clock, logger, metrics, windows: counting, reach }, { limit })
  cleanUp.defer(process.close)
  return { process, counts }
}

async function leases(): Promise<Record<string, string>> {
  return redis.hgetall(`gatehouse:limits:address:{${address}}:leases`)
}

test('processes that compete for a limit admit exactly that many requests, most of them from leases', async () => {
  const limit = 2_000
  const processes = await Promise.all([aProcess(limit), aProcess(limit), aProcess(limit)])
  const kinds: string[] = []
  await Promise.all(
    processes.map(async ({ process }) => {
      for (let time = 0; time < 90; time += 1) {
        const admissions = await Promise.all(Array.from({ length: 10 }, () => process.admit(address)))
        kinds.push(...admissions.map(({ kind }) => kind))
        await sleep(clock, 1)
      }
    }),
  )
  expect(kinds).toHaveLength(2_700)
  expect(kinds.filter((kind) => kind === 'admitted')).toHaveLength(limit)
  const asked = processes.reduce((sum, { counts }) => sum + counts.asked, 0)
  // 700 are refused, each by Redis.
  expect(asked - 700).toBeLessThan(limit / 2)
}, 30_000)

test('a request that only the lease of another process stands in the way of is admitted', async () => {
  const [first, second] = [await aProcess(20), await aProcess(20)]
  await Promise.all(Array.from({ length: 8 }, () => first.process.admit(address)))
  await waitUntil(async () => Object.keys(await leases()).length > 0, {
    withinMs: 5_000,
    what: 'the first process has a lease',
  })
  const admissions = await Promise.all(Array.from({ length: 13 }, () => second.process.admit(address)))
  expect(admissions.filter(({ kind }) => kind === 'admitted')).toHaveLength(12)
})

test('a lease that is no longer used is returned, and one whose process is dead does not count for long', async () => {
  const { process } = await aProcess(100)
  await Promise.all(Array.from({ length: 8 }, () => process.admit(address)))
  await waitUntil(async () => Object.keys(await leases()).length > 0, { withinMs: 5_000, what: 'a lease' })
  await waitUntil(async () => Object.keys(await leases()).length === 0, {
    withinMs: 5_000,
    what: 'the lease was returned',
  })
  const windows = await createAddressWindows({ redis })
  const dead = { range: address, limit: 100, used: 0, left: 0, processCount: 1 }
  expect(await windows.lease({ ...dead, wanted: 50 })).toMatchObject({ total: 23, lastsMs: 500, used: 8 })
  const admissions = await Promise.all(Array.from({ length: 93 }, () => process.admit(address)))
  expect(admissions.filter(({ kind }) => kind === 'admitted')).toHaveLength(92)
})
