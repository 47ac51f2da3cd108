import { recentLogsStream } from '@gatehouse/redis/create-log-sink'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { testJwtSecrets } from '@gatehouse/testkit/seed-backend'
import { testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testInternalCaller, testPaymentSettings } from '@gatehouse/testkit/test-settings'
import { testDatabase, testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const scope = new AsyncDisposableStack()
let databaseUrl: string
let redisUrl: string

beforeAll(async () => {
  databaseUrl = scope.use(await testDatabase()).url
  redisUrl = testRedisUrl()
})
afterAll(() => scope.disposeAsync())

const start = (app: string, own: Record<string, string> = {}) =>
  startServiceProcess({
    entry: `apps/${app}/src/main.ts`,
    environment: {
      PORT: '0',
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      KEY_PEPPERS: testKeyPeppers,
      JWT_SECRETS: testJwtSecrets,
      ...testPaymentSettings,
      ...testInternalCaller.settings,
      ...own,
    },
  })

async function askStatus(url: string): Promise<string> {
  return ((await (await fetch(url)).json()) as { status: string }).status
}

describe.each([
  ['gateway', '/health', { error: { type: 'not_found_error', param: null, code: null } }],
  ['backend', '/health', { status: 404, code: 'http.route_unknown' }],
  ['ai-service', '/health/ready', { status: 404, code: 'http.route_unknown' }],
] as const)('%s as a process', (app, healthPath, unknownRoute) => {
  test('starts healthy, returns 404 in its own error shape, serves metrics, and its logs reach Redis', async () => {
    await using service = await start(app)
    // A service intentionally listens before Redis has responded, so it may not be healthy at first.
    const isHealthy = async () => (await askStatus(service.url + healthPath)) === 'healthy'
    await waitUntil(isHealthy, { withinMs: 30_000, what: `${app} is healthy` })
    const unknown = await fetch(`${service.url}/nowhere`)
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject(unknownRoute)
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain(`service="${app}"`)
    const passedOn = { headers: { 'x-forwarded-for': '203.0.113.7' } }
    expect((await fetch(`${service.url}/metrics`, passedOn)).status).toBe(404)
    const redis = new Redis(redisUrl)
    await waitUntil(
      async () => JSON.stringify(await redis.xrange(recentLogsStream, '-', '+')).includes(`${app} listens`),
      {
        withinMs: 30_000,
        what: 'the first log entry is in Redis',
      },
    )
    redis.disconnect()
  })

  test('exits with 0 soon after SIGTERM', async () => {
    const service = await start(app)
    const startedMs = performance.now()
    await expect(service.stop()).resolves.toEqual({ code: 0, signal: null })
    expect(performance.now() - startedMs).toBeLessThan(20_000)
  })

  test('starts while Postgres and Redis are down, and reports it', async () => {
    const nowhere = { DATABASE_URL: 'postgres://x@127.0.0.1:1/x', REDIS_URL: 'redis://127.0.0.1:1' }
    await using service = await start(app, nowhere)
    expect(await askStatus(service.url + healthPath)).toBe(app === 'ai-service' ? 'unhealthy' : 'degraded')
  })

  test('with METRICS_PORT metrics are there and no longer on the public listener', async () => {
    const metricsPort = String(await findFreePort())
    await using service = await start(app, { METRICS_PORT: metricsPort })
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404)
    expect(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()).toContain(
      `service="${app}"`,
    )
  })

  test('refuses to start with invalid settings and names each of them', async () => {
    const wrong = start(app, { DATABASE_URL: 'mysql://x', REDIS_URL: 'nonsense', PORT: '99999' })
    await expect(wrong).rejects.toThrow(/3 settings are wrong[\s\S]*PORT[\s\S]*DATABASE_URL[\s\S]*REDIS_URL/)
  })
})
