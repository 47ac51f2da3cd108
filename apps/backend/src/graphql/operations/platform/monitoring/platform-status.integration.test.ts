import { createReadRouteStates, createWriteRouteStates } from '@gatehouse/models/route-states'
import { createRedis } from '@gatehouse/redis/create-redis'
import type { BreakerState } from '@gatehouse/runtime/circuit-breaker'
import { Fault } from '@gatehouse/runtime/fault'
import { Secret } from '@gatehouse/runtime/secret'
import { createDatabase } from '@gatehouse/postgres/create-database'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import type { Tables } from '@gatehouse/schema/tables'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { addAliases, addCompany } from '@gatehouse/testkit/seed-gateway'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedReconciliation } from '../../../../testing/authz/seeds/seed-platform.ts'
import { type TestBackend, startTestBackend } from '../../../../testing/start-test-backend.ts'
import { type ServiceState, createReadPlatformStatus } from './read-platform-status.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
let backend: TestBackend
let redis: Redis
let routes: readonly { id: string; alias: string }[]

beforeAll(async () => {
  backend = await startTestBackend()
  redis = new Redis(testRedisUrl())
  await addAliases(backend.database, 'http://127.0.0.1:9/v1')
  routes = await backend.database.selectFrom('model_routes').select(['id', 'alias']).execute()
})
beforeEach(() => redis.flushdb())
afterAll(async () => {
  redis.disconnect()
  await backend[Symbol.asyncDispose]()
})

/** Reports all routes as a gateway would; those of the alias have the given state. */
async function report(replica: string, alias: string, state: BreakerState): Promise<void> {
  const states = routes.map(({ id: routeId, alias: own }) => ({
    routeId,
    state: own === alias ? state : ('closed' as const),
    openUntil: null,
    calls: 1,
    failures: 0,
    p95Ms: 1,
  }))
  await createWriteRouteStates({ redis, replica })(states)
}

/** The parts are those of the backend, and the AI service responds unless a fault is given. */
function openStatus(fault?: Fault) {
  const clock = createFakeClock()
  let reads = 0
  const readRouteStates = createReadRouteStates({ redis })
  const read = createReadPlatformStatus({
    clock,
    database: backend.database,
    monitoring: { readStats: () => (fault ? Promise.reject(fault) : Promise.resolve({} as never)) },
    readRouteStates() {
      reads += 1
      return readRouteStates()
    },
  })
  return { clock, read, reads: () => reads }
}

test('everyone may read the status, which names no company', async () => {
  const companyId = await addCompany(backend.database, 0n)
  await seedReconciliation(backend.postgres, companyId)
  await report('one', 'svc/chat-default', 'closed')
  const { data, errors } = await backend.ask(`{ platformStatus { checkedAt state gateway aiService database
    lastReconciliation { endedAt isClean } } }`)
  expect(errors).toBeUndefined()
  expect(data).toEqual({
    platformStatus: {
      checkedAt: expect.any(String) as string,
      // This backend has no address of an AI service.
      state: 'UNKNOWN',
      gateway: 'OPERATIONAL',
      aiService: 'UNKNOWN',
      database: 'OPERATIONAL',
      lastReconciliation: { endedAt: expect.any(String) as string, isClean: false },
    },
  })
  expect(JSON.stringify(data)).not.toContain(companyId)
})

test('the last reconciliation counts', async () => {
  await seedReconciliation(backend.postgres)
  expect((await openStatus().read()).lastReconciliation?.isClean).toBe(true)
})

test.each<[ServiceState, string, () => Promise<void>]>([
  ['DOWN', 'no gateway reports', async () => {}],
  ['OPERATIONAL', 'a half-open route', () => report('one', 'svc/chat-default', 'half-open')],
  ['DEGRADED', 'a model without a route', () => report('one', 'svc/chat-default', 'open')],
  [
    'OPERATIONAL',
    'a model with a route at another gateway',
    async () => {
      await report('one', 'svc/chat-default', 'open')
      await report('two', 'svc/chat-default', 'closed')
    },
  ],
])('the gateway is %s: %s', async (expected, _name, prepare) => {
  await prepare()
  expect((await openStatus().read()).gateway).toBe(expected)
})

test.each([
  ['DOWN', 'ai_service.unreachable'],
  ['DEGRADED', 'ai_service.odd_answer'],
  ['UNKNOWN', 'ai_service.not_configured'],
] as const)('the AI service is %s after %s', async (expected, code) => {
  const fault = new Fault({ kind: 'unavailable', code, publicMessage: 'Away.' })
  expect((await openStatus(fault).read()).aiService).toBe(expected)
})

test('all callers share one answer for five seconds', async () => {
  const { clock, read, reads } = openStatus()
  await Promise.all([read(), read(), read()])
  await clock.advance(4_999)
  await read()
  expect(reads()).toBe(1)
  await clock.advance(1)
  await read()
  expect(reads()).toBe(2)
})

test('without Postgres and Redis there is still an answer', async () => {
  const port = await findFreePort()
  const postgres = createPostgres({
    url: new Secret(`postgres://nobody@127.0.0.1:${port}/none`),
    applicationName: 'test',
    poolSizeMax: 1,
    connectTimeoutMs: 500,
    queryTimeoutMs: 500,
    logger,
  })
  const gone = createRedis({ url: new Secret(`redis://127.0.0.1:${port}`), connectionName: 'test', logger })
  const read = createReadPlatformStatus({
    clock: createFakeClock(),
    database: createDatabase<Tables>(postgres),
    monitoring: { readStats: () => Promise.resolve({} as never) },
    readRouteStates: createReadRouteStates({ redis: gone }),
  })
  expect(await read()).toMatchObject({ gateway: 'UNKNOWN', database: 'DOWN', lastReconciliation: null })
  gone.disconnect()
  await postgres.close()
})
