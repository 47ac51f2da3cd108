import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { type FaultProxy, startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRedis } from './create-redis.ts'
import type { RedisClient } from './redis-client.ts'

let proxy: FaultProxy
let redis: RedisClient
let logged: string[]

beforeEach(async () => {
  logged = []
  proxy = await startFaultProxy({ targetPort: Number(new URL(testRedisUrl()).port) })
  redis = openLogged(logged)
  await isReady()
})
afterEach(async () => {
  redis.disconnect()
  await proxy.close()
})

function openLogged(lines: string[]): RedisClient {
  const url = new URL(testRedisUrl())
  url.port = String(proxy.port)
  const sinks = [{ write: (line: string) => void lines.push(line) }]
  return createRedis({
    url: new Secret(url.href),
    connectionName: 'test',
    logger: createLogger({ service: 'test', level: 'info', sinks }),
  })
}

const isReady = (withinMs = 2_000) =>
  waitUntil(() => redis.status === 'ready', { withinMs, what: 'the client is connected' })

const faults = ['blackHole', 'halfOpen', 'reset', 'refuse'] as const

// After one command the client has not noticed yet that the connection is dead; after eight it has closed it. Recovery
// is tested from both states.
test.each(faults.flatMap((kind) => [1, 8].map((commands) => [kind, commands] as const)))(
  'under %s each of %d commands succeeds or fails in time, and the client recovers afterwards',
  async (kind, commands) => {
    await proxy.set({ kind })
    if (kind === 'refuse') redis.disconnect(true)
    for (let attempt = 0; attempt < commands; attempt += 1) {
      const startedMs = performance.now()
      await expect(redis.set('key', 'value')).rejects.toThrow(/timed out|closed|isn't writeable|retries/)
      expect(performance.now() - startedMs).toBeLessThan(5_000)
    }
    await proxy.heal()
    await waitUntil(async () => (await redis.ping().catch(() => '')) === 'PONG', {
      withinMs: 30_000,
      what: 'Redis is reachable again',
    })
  },
)

test('a stall of the event loop fails the commands in flight, but keeps the connection', async () => {
  const connection = await redis.client('ID')
  const during = redis.ping().catch(() => 'given up')
  const stalledUntilMs = performance.now() + 400
  while (performance.now() < stalledUntilMs);
  await during
  expect(await redis.client('ID')).toBe(connection)
  expect(logged).toEqual([])
})

test('an outage is logged once when it begins and once when it ends', async () => {
  await proxy.set({ kind: 'reset' })
  for (let attempt = 0; attempt < 5; attempt += 1) await redis.ping().catch(() => undefined)
  await waitUntil(() => logged.length > 0, { withinMs: 30_000, what: 'the outage is logged' })
  await proxy.heal()
  await isReady()
  expect(logged.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual([
    'Redis is unreachable; continuing without it',
    'Redis is reachable again',
  ])
})

test('attempts to connect that fail while the process starts are not logged, and a lasting outage is', async () => {
  await proxy.set({ kind: 'reset' })
  const lines: string[] = []
  const starting = openLogged(lines)
  try {
    let attempts = 0
    starting.on('error', () => (attempts += 1))
    await waitUntil(() => attempts >= 3, { withinMs: 30_000, what: 'three attempts have failed' })
    expect(lines).toEqual([])
    await waitUntil(() => lines.length === 1, { withinMs: 30_000, what: 'the outage is logged' })
  } finally {
    starting.disconnect()
    await proxy.heal()
  }
})
