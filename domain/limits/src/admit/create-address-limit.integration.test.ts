import { createRedis } from '@gatehouse/redis/create-redis'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { createAddressWindows } from '../redis/address-windows.ts'
import { createAddressLimit } from './create-address-limit.ts'

const clock = createSystemClock()
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const address = `203.2.${process.pid % 256}.1`

async function openLimit(scope: AsyncDisposableStack, options: { name: string; redisUrl?: string }) {
  const url = new Secret(options.redisUrl ?? testRedisUrl())
  const redis = createRedis({ url, connectionName: 'test', logger })
  scope.defer(() => redis.disconnect())
  const metrics = createMetrics('test')
  const windows = await createAddressWindows({ redis, name: options.name })
  const reach = async () => void (await redis.ping())
  const limit = createAddressLimit({ clock, logger, metrics, windows, reach }, { limit: 5 })
  scope.defer(limit.close)
  return { redis, metrics, limit }
}

test('all processes together admit the limit, and windows with another name are counted separately', async () => {
  await using scope = new AsyncDisposableStack()
  const opened = await Promise.all(['one', 'one', 'other'].map((name) => openLimit(scope, { name })))
  await waitUntil(() => opened.every(({ redis }) => redis.status === 'ready'), {
    withinMs: 15_000,
    what: 'Redis is connected',
  })
  const [first, second, other] = opened.map(({ limit }) => limit)
  const admissions = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => (index % 2 === 0 ? first : second)?.admit(address)),
  )
  const refused = admissions.filter((admission) => admission?.kind === 'rate_limited')
  expect(refused).toHaveLength(5)
  expect(await other?.admit(address)).toMatchObject({ kind: 'admitted' })
})

test('while Redis is down, a process enforces the limit itself and reports it', async () => {
  await using scope = new AsyncDisposableStack()
  const { limit, metrics } = await openLimit(scope, { name: 'gone', redisUrl: 'redis://127.0.0.1:1' })
  const kinds: string[] = []
  for (let index = 0; index < 7; index += 1) kinds.push((await limit.admit(address)).kind)
  expect(kinds.filter((kind) => kind === 'admitted')).toHaveLength(5)
  expect(await metrics.metrics()).toMatch(/gatehouse_limits_redis_used\S* 0/)
})
