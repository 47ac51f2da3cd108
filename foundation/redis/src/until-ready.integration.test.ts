import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { type FaultProxy, startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRedis } from './create-redis.ts'
import type { RedisClient } from './redis-client.ts'
import { untilReady } from './until-ready.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
let proxy: FaultProxy
let redis: RedisClient

beforeEach(async () => {
  proxy = await startFaultProxy({ targetPort: Number(new URL(testRedisUrl()).port) })
  await proxy.set({ kind: 'refuse' })
  const url = new URL(testRedisUrl())
  url.port = String(proxy.port)
  redis = createRedis({ url: new Secret(url.href), connectionName: 'test', logger })
})
afterEach(async () => {
  redis.disconnect()
  await proxy.close()
})

test('a failed attempt to connect does not end the wait', async () => {
  redis.once('error', () => void proxy.heal())
  await untilReady(redis, 30_000)
  await untilReady(redis, 1)
  expect(await redis.ping()).toBe('PONG')
})

test('the wait ends when Redis was not reachable in time', async () => {
  await expect(untilReady(redis, 50)).rejects.toThrow('Redis was not reachable within 50 ms')
  expect(redis.listenerCount('ready')).toBe(1)
})
