import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { type TestRedisCluster, startRedisCluster } from '@gatehouse/testkit/start-redis-cluster'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLogSink, recentErrorsStream } from './create-log-sink.ts'
import { createRedis } from './create-redis.ts'
import { slotOf } from './key-slot.ts'
import { createRecentLogs } from './read-recent-logs.ts'
import { type RedisClient, nodeOf, readTimeMs, readTimesMs } from './redis-client.ts'
import { createLiveLogs } from './watch-live-logs.ts'

const clock = createSystemClock()
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
let cluster: TestRedisCluster
let redis: RedisClient

beforeAll(async () => {
  cluster = await startRedisCluster()
  redis = createRedis({ url: new Secret(cluster.url), connectionName: 'test', logger })
})
afterAll(async () => {
  redis.disconnect()
  await cluster[Symbol.asyncDispose]()
})
beforeEach(() => waitUntil(doAllRespond, { withinMs: 30_000, what: 'all masters respond' }))

const doAllRespond = () =>
  readTimesMs(redis).then(
    () => true,
    () => false,
  )

test('the slot of a key is the one that Redis calculates', async () => {
  const keys = ['a', 'gatehouse:{logs}:errors', '{a}{b}', '{}a', 'a{b', 'a}b{c}', 'Ω{ü}', '{{a}}', '']
  for (const key of keys) expect([key, slotOf(key)]).toEqual([key, await redis.cluster('KEYSLOT', key)])
})

test('commands reach the nodes that have their keys, and every master has a clock of its own', async () => {
  const keys = Array.from({ length: 30 }, (_, number) => `key ${number}`)
  for (const key of keys) await redis.set(key, key)
  for (const key of keys) expect(await redis.get(key)).toBe(key)
  expect(new Set(keys.map((key) => nodeOf(redis, key))).size).toBe(3)
  const times = await readTimesMs(redis)
  expect([...times.keys()].toSorted()).toEqual([...new Set(keys.map((key) => nodeOf(redis, key)))].toSorted())
  for (const key of keys) expect(Math.abs((await readTimeMs(redis, key)) - Date.now())).toBeLessThan(5_000)
})

test('a killed master is replaced: no error line is lost, live watchers go on, and meanwhile its loss is known', async () => {
  const master = await cluster.findMaster(recentErrorsStream)
  if (!master) throw new Error('the log has no master')
  const sink = createLogSink({ redis, clock, metrics: createMetrics('test'), service: 'test' })
  const live = createLiveLogs({ redis, clock })
  const heard: string[] = []
  live.watch({ onLine: (line) => void heard.push(line), onInterruption: () => undefined })
  let count = 0
  const write = () => {
    count += 1
    const entry = {
      level: 'error',
      service: 'test',
      timestamp: new Date().toISOString(),
      message: `m${count}`,
    }
    sink.write(JSON.stringify(entry))
  }
  const isHeard = async (number: number) => {
    write()
    return heard.some((line) => line.includes(`"m${number}"`))
  }
  await waitUntil(() => isHeard(count), { withinMs: 20_000, what: 'lines arrive' })
  await master.kill()
  await waitUntil(async () => !(await doAllRespond()), { withinMs: 5_000, what: 'the loss is noticed' })
  const lost = count
  await waitUntil(
    async () => {
      write()
      return doAllRespond()
    },
    { withinMs: 20_000, what: 'its replica has taken over' },
  )
  expect(count).toBeGreaterThan(lost)
  const afterwards = count + 1
  await waitUntil(() => isHeard(afterwards), { withinMs: 20_000, what: 'lines arrive again' })
  await sink.close()
  live.close()
  const { entries } = await createRecentLogs({ redis, clock }).searchErrors({ limit: 10_000 })
  const kept = new Set(entries.map(({ message }) => message))
  expect(
    Array.from({ length: count }, (_, number) => `m${number + 1}`).filter((name) => !kept.has(name)),
  ).toEqual([])
  await master.restart()
  await cluster.becomeComplete()
})
