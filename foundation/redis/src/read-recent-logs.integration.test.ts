import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import type { RedisClient } from './redis-client.ts'
import { openTestRedis } from '@gatehouse/testkit/vitest/open-test-redis'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recentErrorsStream, recentLogsStream } from './create-log-sink.ts'
import { createRedis } from './create-redis.ts'
import { type LogSearch, createRecentLogs } from './read-recent-logs.ts'

// The clock never advances, so a search never reaches its time limit: how many lines it reads must not depend on how
// busy the machine is.
const clock = createFakeClock()
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
let redis: RedisClient

beforeAll(async () => {
  // Without the time limit of a service's commands, for the same reason as the clock that never advances.
  redis = openTestRedis()
  await waitUntil(() => redis.status === 'ready', { withinMs: 30_000, what: 'Redis responds' })
})
beforeEach(() => redis.del(recentLogsStream, recentErrorsStream))
afterAll(() => redis.disconnect())

const noon = Date.UTC(2026, 4, 1, 12)
const line = (second: number, own: Record<string, unknown> = {}) =>
  JSON.stringify({
    level: 'info',
    service: 'gateway',
    timestamp: new Date(noon + second * 1_000).toISOString(),
    message: `line ${second}`,
    context: {},
    ...own,
  })

/** Writes messages of `linesPerMessage` lines, one second apart. */
async function write(lines: readonly string[], linesPerMessage = 3): Promise<void> {
  const pipeline = redis.pipeline()
  for (let first = 0; first < lines.length; first += linesPerMessage) {
    const message = lines.slice(first, first + linesPerMessage).join('\n')
    pipeline.xadd(recentLogsStream, `${noon + (first + linesPerMessage) * 1_000}-0`, 'entries', message)
  }
  await pipeline.exec()
}

const search = async (query: Partial<LogSearch> = {}) => {
  const page = await createRecentLogs({ redis, clock }).search({ limit: 100, ...query })
  return { ...page, messages: page.entries.map(({ message }) => message) }
}

test('pages, newest first, neither skip nor repeat a line, wherever they end', async () => {
  await write(Array.from({ length: 47 }, (_, second) => line(second)))
  for (const limit of [1, 2, 3, 7, 46, 47, 48]) {
    const seen: string[] = []
    let before: LogSearch['before']
    do {
      const page = await search({ limit, before })
      seen.push(...page.messages)
      before = page.next
    } while (before)
    expect(seen).toEqual(Array.from({ length: 47 }, (_, index) => `line ${46 - index}`))
  }
})

test('a page continues where the previous one ended, even if lines were added since', async () => {
  await write([line(0), line(1), line(2)])
  const first = await search({ limit: 2 })
  await redis.xadd(recentLogsStream, '*', 'entries', line(60))
  expect((await search({ before: first.next })).messages).toEqual(['line 0'])
})

test.each([
  ['a level and those above', { level: 'warn' }, ['the disk is full', 'it "creaks"']],
  ['a service', { service: 'backend' }, ['the disk is full']],
  ['text of the message, ignoring case', { text: 'THE DISK' }, ['the disk is full']],
  ['text with quotes', { text: '"creaks"' }, ['it "creaks"']],
  ['text of the context', { text: 'c-77' }, ['line 2']],
  ['not the names of fields', { text: 'timestamp' }, []],
  ['a beginning', { fromMs: noon + 3_000 }, ['the disk is full', 'it "creaks"']],
  ['an end', { toMs: noon + 1_000 }, ['line 1', 'line 0']],
  ['all filters together', { level: 'error', service: 'gateway', text: 'disk' }, []],
] satisfies [string, Partial<LogSearch>, string[]][])('filters by %s', async (_, query, found) => {
  await write([
    line(0),
    line(1),
    line(2, { context: { company: 'C-77' } }),
    line(3, { level: 'warn', message: 'it "creaks"' }),
    line(4, { level: 'error', service: 'backend', message: 'the disk is full' }),
    'not JSON',
  ])
  expect((await search(query)).messages).toEqual(found)
})

test('a search without matches reads a limited number of lines, and can be continued', async () => {
  await write(
    [line(0, { message: 'the needle' }), ...Array.from({ length: 30_000 }, (_, at) => line(at))],
    100,
  )
  const first = await search({ text: 'needle' })
  expect(first).toMatchObject({ messages: [], linesSeen: 20_000 })
  expect((await search({ text: 'needle', before: first.next })).messages).toEqual(['the needle'])
})

test('errors are read from their own stream', async () => {
  await redis.xadd(recentErrorsStream, '*', 'entries', line(1, { level: 'error' }))
  const page = await createRecentLogs({ redis, clock }).searchErrors({ limit: 10 })
  expect(page.entries).toMatchObject([{ level: 'error', message: 'line 1' }])
})

test('without Redis a search fails with a retryable fault', async () => {
  const gone = createRedis({ url: new Secret('redis://127.0.0.1:1'), connectionName: 'gone', logger })
  const reading = createRecentLogs({ redis: gone, clock }).search({ limit: 1 })
  await expect(reading).rejects.toMatchObject({ kind: 'unavailable', code: 'redis.unreachable' })
  gone.disconnect()
})
