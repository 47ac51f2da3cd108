import type { User } from '@gatehouse/identity/users'
import { createLogSink } from '@gatehouse/redis/create-log-sink'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testInternalCaller } from '@gatehouse/testkit/test-settings'
import { testDatabase, testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../../testing/start-test-backend.ts'

const scope = new AsyncDisposableStack()
let backend: TestBackend
let superAdmin: User

beforeAll(async () => {
  const { url: databaseUrl } = scope.use(await testDatabase())
  const { url } = scope.use(
    await startServiceProcess({
      entry: 'apps/ai-service/src/main.ts',
      environment: {
        PORT: '0',
        DATABASE_URL: databaseUrl,
        REDIS_URL: testRedisUrl(),
        // Models are listed only if there is a gateway; nothing calls it.
        GATEWAY_URL: 'http://127.0.0.1:1/llm/v1',
        GATEWAY_SERVICE_KEY: 'svc_live_unused',
        GENERATOR_INITIAL_STATE: 'stopped',
        ...testInternalCaller.settings,
      },
    }),
  )
  const settings = { AI_SERVICE_URL: url, AI_SERVICE_SECRET: testInternalCaller.secret }
  backend = scope.use(await startTestBackend(settings))
  superAdmin = await addUser(backend.database, { isSuperAdmin: true })
  await writeLogs()
})
afterAll(() => scope.disposeAsync())

async function writeLogs(): Promise<void> {
  const redis = new Redis(testRedisUrl())
  await redis.ping()
  const sink = createLogSink({
    redis,
    clock: createSystemClock(),
    metrics: createMetrics('test'),
    service: 'test',
  })
  const logger = createLogger({ service: 'test', level: 'info', sinks: [sink] })
  for (let call = 1; call <= 5; call += 1) logger.info(`call ${call}`, { company: 'c-1' })
  logger.error('the room "Blue" has 3 guests', { error: new Error('full') })
  logger.error('the room "Red" has 14 guests', { error: new Error('full') })
  await sink.close()
  redis.disconnect()
}

async function read<T>(name: string, query: string): Promise<T> {
  const { data, errors } = await backend.ask(query, { user: superAdmin })
  expect(errors).toBeUndefined()
  return data?.[name] as T
}

test('the process, its pools and the queues of the AI service are shown', async () => {
  const stats = await read(
    'monitoringStats',
    `{ monitoringStats { replica pid nodeVersion uptimeSeconds cpuPercent
         eventLoop { utilization delayP50Ms delayP99Ms delayMaxMs windowSeconds }
         memory { rssBytes heapUsedBytes heapTotalBytes externalBytes arrayBuffersBytes }
         pools { name total idle waiting max } taskQueues { kind waiting running oldestReadyMs } staleMatches } }`,
  )
  expect(stats).toMatchObject({ nodeVersion: process.version, staleMatches: 0 })
  const { replica, pid, memory, pools, taskQueues } = stats as {
    replica: string
    pid: number
    memory: { rssBytes: number }
    pools: { name: string }[]
    taskQueues: { kind: string }[]
  }
  expect(replica).toContain(String(pid))
  expect(memory.rssBytes).toBeGreaterThan(10_000_000)
  expect(pools.map(({ name }) => name)).toContain('requests')
  expect(taskQueues.map(({ kind }) => kind)).toContain('meeting-insights')
})

test('the operations of the last hour and day are shown', async () => {
  const operations = await read<{ lastHour: { from: string }; lastDay: { from: string }; asOf: string }>(
    'monitoringOperations',
    `{ monitoringOperations { asOf lastHour { from total operations { kind total p50Ms p95Ms lastAt outcomes { outcome count } } }
         lastDay { from total } } }`,
  )
  const sinceMs = (from: string) => Date.parse(operations.asOf) - Date.parse(from)
  expect(sinceMs(operations.lastHour.from)).toBeGreaterThanOrEqual(3_600_000)
  expect(sinceMs(operations.lastDay.from)).toBeGreaterThanOrEqual(86_400_000)
})

test('the models that the AI service calls are shown with their breakers', async () => {
  const answer = await read<{ services: unknown[] }>(
    'aiServices',
    `{ aiServices { replica services { name state lastSuccessAt lastFailureAt lastFailureCode calls5m failures5m
         errorRate p50Ms p95Ms } } }`,
  )
  expect(answer.services).toContainEqual({
    name: 'svc/extract-default',
    state: 'CLOSED',
    lastSuccessAt: null,
    lastFailureAt: null,
    lastFailureCode: null,
    calls5m: 0,
    failures5m: 0,
    errorRate: 0,
    p50Ms: null,
    p95Ms: null,
  })
})

type LogPage = {
  nodes: { message: string }[]
  endCursor: string | null
  hasNextPage: boolean
  searchedTo: string | null
  searchedToTime: string | null
}

const searchLogs = (filter: string) =>
  read<LogPage>(
    'appLogs',
    `{ appLogs(service: "test", ${filter}) { nodes { timestamp level service message context } endCursor hasNextPage
         searchedTo searchedToTime linesSeen } }`,
  )

test('log lines are found by level and text, page by page', async () => {
  expect((await searchLogs('level: ERROR, text: "red"')).nodes).toEqual([
    {
      timestamp: expect.stringMatching(/Z$/) as string,
      level: 'ERROR',
      service: 'test',
      message: 'the room "Red" has 14 guests',
      context: { error: expect.objectContaining({ message: 'full' }) as object },
    },
  ])
  const first = await searchLogs('text: "C-1", first: 2')
  expect(first.nodes.map(({ message }) => message)).toEqual(['call 5', 'call 4'])
  // The page is full, so the search did not stop early.
  expect(first).toMatchObject({ hasNextPage: true, searchedTo: null, searchedToTime: null })
  const second = await searchLogs(`text: "C-1", first: 5, after: "${first.endCursor}"`)
  expect(second.nodes.map(({ message }) => message)).toEqual(['call 3', 'call 2', 'call 1'])
  expect(second).toMatchObject({ endCursor: null, hasNextPage: false, searchedTo: null })
  expect((await searchLogs('to: "2020-01-01T00:00:00Z"')).nodes).toEqual([])
})

test.each([
  ['after', 'after: "no cursor"'],
  ['first', 'first: 101'],
  ['text', `text: "${'x'.repeat(201)}"`],
  ['to', 'from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z"'],
])('an invalid %s is named', async (input, filter) => {
  const answer = await backend.ask(`{ appLogs(${filter}) { linesSeen } }`, { user: superAdmin })
  expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', input })
})

test('errors are grouped by what remains without ids, numbers and quoted values', async () => {
  const answer = await read(
    'errorGroups',
    `{ errorGroups(service: "test") { totalGroups totalErrors oldestErrorAt searchedToTime
         groups { fingerprint service level message code count firstSeenAt lastSeenAt sample { message context } } } }`,
  )
  expect(answer).toMatchObject({
    totalGroups: 1,
    totalErrors: 2,
    searchedToTime: null,
    groups: [
      {
        service: 'test',
        level: 'ERROR',
        count: 2,
        code: null,
        sample: { context: { error: { message: 'full' } } },
      },
    ],
  })
})

test('without the AI service each field is null with its own error, and the rest is answered', async () => {
  await using alone = await startTestBackend({
    AI_SERVICE_URL: 'http://127.0.0.1:1',
    AI_SERVICE_SECRET: testInternalCaller.secret,
  })
  const user = await addUser(alone.database, { isSuperAdmin: true })
  const answer = await alone.ask(
    `{ monitoringStats { pid } monitoringOperations { asOf } aiServices { replica } appLogs { linesSeen }
       errorGroups { totalGroups } whoAmI { id } }`,
    { user },
  )
  expect(answer.data).toEqual({
    monitoringStats: null,
    monitoringOperations: null,
    aiServices: null,
    appLogs: null,
    errorGroups: null,
    whoAmI: { id: user.id },
  })
  expect(codesOf(answer)).toEqual(Array.from({ length: 5 }, () => 'UNAVAILABLE'))
  expect(answer.errors?.[0]?.message).toBe('The AI service does not respond. Try again shortly.')
})
