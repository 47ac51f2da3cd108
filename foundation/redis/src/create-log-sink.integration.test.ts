import { Secret } from '@gatehouse/runtime/secret'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { type FaultProxy, startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { Redis } from 'ioredis'
import type { RedisClient } from './redis-client.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogSink, liveLogsChannel, recentErrorsStream, recentLogsStream } from './create-log-sink.ts'
import { createRedis } from './create-redis.ts'

let proxy: FaultProxy
let writer: RedisClient
let reader: Redis
const silent = createLogger({ service: 'test', level: 'error', sinks: [] })

beforeEach(async () => {
  const url = new URL(testRedisUrl())
  proxy = await startFaultProxy({ targetPort: Number(url.port) })
  reader = new Redis(url.href)
  await reader.del(recentLogsStream, recentErrorsStream)
  url.port = String(proxy.port)
  writer = createRedis({ url: new Secret(url.href), connectionName: 'test', logger: silent })
  await waitUntil(() => writer.status === 'ready', { withinMs: 30_000, what: 'the writer is connected' })
})
afterEach(async () => {
  writer.disconnect()
  reader.disconnect()
  await proxy.close()
})

function setUp() {
  const metrics = createMetrics('test')
  const sink = createLogSink({ redis: writer, clock: createSystemClock(), metrics, service: 'gateway' })
  return { sink, metrics }
}

async function recentMessages(stream = recentLogsStream): Promise<string[]> {
  const entries = await reader.xrange(stream, '-', '+')
  const lines = entries.flatMap(([, fields]) => (fields[1] ?? '').split('\n'))
  return lines.map((line) => (JSON.parse(line) as { message: string }).message)
}

test('an entry reaches live watchers and later searches', async () => {
  const { sink } = setUp()
  const watched: string[] = []
  const subscriber = reader.duplicate()
  await subscriber.subscribe(liveLogsChannel)
  subscriber.on('message', (_channel, line: string) => watched.push(line))
  const logger = createLogger({ service: 'gateway', level: 'info', sinks: [sink] })
  const mark = `hello ${Math.trunc(performance.now())}`
  logger.info(mark, { port: 1 })
  await waitUntil(() => watched.some((line) => line.includes(mark)), {
    withinMs: 30_000,
    what: 'the entry is published',
  })
  subscriber.disconnect()
  expect(await recentMessages()).toEqual([mark])
})

test('errors are also kept in a separate stream', async () => {
  const { sink } = setUp()
  const logger = createLogger({ service: 'gateway', level: 'info', sinks: [sink] })
  logger.info('as ever')
  logger.error('it broke')
  logger.warn('it creaks, and "level":"error" is only said')
  logger.fatal('it is over')
  await sink.close()
  expect(await recentMessages(recentErrorsStream)).toEqual(['it broke', 'it is over'])
  expect(await recentMessages()).toHaveLength(4)
})

test('the last entries are not lost when the service stops', async () => {
  const { sink } = setUp()
  sink.write('{"message":"last words"}\n')
  await sink.close()
  expect(await recentMessages()).toEqual(['last words'])
})

test('all buffered entries are written when the service stops', async () => {
  const { sink } = setUp()
  for (let index = 0; index < 4_000; index += 1) sink.write(`{"message":"${index}"}\n`)
  await sink.close()
  const messages = await recentMessages()
  expect(messages).toHaveLength(4_000)
  expect(messages.at(-1)).toBe('3999')
})

test.each(['blackHole', 'reset'] as const)(
  'under %s a service still stops, and the unwritten entries are counted',
  async (kind) => {
    const { sink, metrics } = setUp()
    await proxy.set({ kind })
    for (let index = 0; index < 1_200; index += 1) sink.write(`{"message":"${index}"}\n`)
    const startedMs = performance.now()
    await sink.close()
    expect(performance.now() - startedMs).toBeLessThan(15_000)
    expect(await metrics.metrics()).toContain('gatehouse_log_entries_dropped_total{service="test"} 1200')
  },
)

test('without Redis the oldest entries are dropped and counted, and the gap is logged afterwards', async () => {
  const { sink, metrics } = setUp()
  // On a busy machine an answer may come after the usual time limit; the lines would then count as lost, too.
  if (writer instanceof Redis) writer.options.commandTimeout = 30_000
  await proxy.set({ kind: 'reset' })
  await waitUntil(() => writer.status !== 'ready', { withinMs: 30_000, what: 'the connection is lost' })
  for (let index = 0; index < 5_100; index += 1) sink.write(`{"message":"${index}"}\n`)
  await proxy.heal()
  await waitUntil(async () => (await recentMessages()).includes('5099'), {
    withinMs: 30_000,
    what: 'the kept entries arrive',
  })
  const messages = await recentMessages()
  expect(messages[0]).toBe('gap')
  expect(messages).toHaveLength(5_001)
  expect(messages[1]).toBe('100')
  expect(await metrics.metrics()).toContain('gatehouse_log_entries_dropped_total{service="test"} 100')
})
