// The documented health routes of the AI service, field by field, while its database goes down and comes back.
import { startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testInternalCaller } from '@gatehouse/testkit/test-settings'
import { testDatabase, testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'

const number = expect.any(Number) as number
const workerStatus = expect.stringMatching(/^(healthy|stopped)$/) as string
const workers = {
  match_score_generator: 'healthy',
  email_worker: workerStatus,
  cv_worker: workerStatus,
  document_worker: workerStatus,
}
const pool = { total: number, idle: number, waiting: number, max: number }

test('healthy, unhealthy and healthy again: every documented field, and liveness throughout', async () => {
  await using scope = new AsyncDisposableStack()
  const database = new URL(scope.use(await testDatabase()).url)
  const proxy = scope.use(await startFaultProxy({ targetPort: Number(database.port) }))
  database.port = String(proxy.port)
  const environment = { PORT: '0', DATABASE_URL: database.href, REDIS_URL: testRedisUrl() }
  const service = await startServiceProcess({
    entry: 'apps/ai-service/src/main.ts',
    environment: { ...environment, ...testInternalCaller.settings },
  })
  scope.use(service)
  const ask = async (path: string) => {
    const response = await fetch(service.url + path)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const becomes = (status: string) =>
    waitUntil(async () => (await ask('/health/ready')).body['status'] === status, {
      withinMs: 30_000,
      what: `the service is ${status}`,
    })
  const expectAlive = async () => {
    for (const path of ['/health', '/health/live'])
      expect(await ask(path)).toEqual({ status: 200, body: { status: 'healthy' } })
  }

  await becomes('healthy')
  await expectAlive()
  const generator = async () => (await ask('/health/ready?form=flat')).body['components']
  await waitUntil(
    async () => ((await generator()) as Record<string, string>)['match_score_generator'] === 'healthy',
    { withinMs: 30_000, what: 'the generator of a new installation runs' },
  )
  expect(await ask('/health/ready')).toEqual({
    status: 200,
    body: {
      status: 'healthy',
      components: {
        database: { status: 'healthy', latency_ms: number },
        workers: { status: 'healthy', active: number, idle: number },
        circuit_breakers: expect.any(Object) as object,
        ...workers,
      },
    },
  })
  expect(await ask('/health/ready?form=flat')).toEqual({
    status: 200,
    body: { status: 'healthy', components: { database: 'healthy', ...workers } },
  })
  expect(await ask('/health/database')).toEqual({
    status: 200,
    body: { status: 'healthy', latency_ms: number, pool },
  })

  await proxy.set({ kind: 'reset' })
  await becomes('unhealthy')
  await expectAlive()
  const [nested, flat, check] = await Promise.all(
    ['/health/ready', '/health/ready?form=flat', '/health/database'].map(ask),
  )
  expect(nested).toMatchObject({
    status: 503,
    body: { components: { database: { status: 'unhealthy', latency_ms: number } } },
  })
  expect(flat).toMatchObject({ status: 503, body: { components: { database: 'unhealthy' } } })
  expect(check).toEqual({ status: 503, body: { status: 'unhealthy', latency_ms: number, pool } })

  await proxy.heal()
  await becomes('healthy')
  await expectAlive()
  expect((await ask('/health/database')).status).toBe(200)
})
