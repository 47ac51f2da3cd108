import { readConfig } from '@gatehouse/runtime/read-config'
import { type ServiceResources, startService } from '@gatehouse/service/start-service'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { testDatabase, testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gatewayConfigSchema } from './config.ts'
import { toErrorEnvelope } from './error-envelope.ts'
import { createGatewayRoutes } from './gateway.ts'

let scope: AsyncDisposableStack
beforeEach(() => {
  scope = new AsyncDisposableStack()
})
afterEach(() => scope.disposeAsync())

/** Starts the gateway in this process, so that a test can access the resources it opened. */
async function startGateway(own: Record<string, string> = {}) {
  const database = scope.use(await testDatabase())
  const port = await findFreePort()
  const outcome = readConfig(gatewayConfigSchema, {
    DATABASE_URL: database.url,
    REDIS_URL: testRedisUrl(),
    PORT: String(port),
    LOG_LEVEL: 'fatal',
    KEY_PEPPERS: testKeyPeppers,
    ...own,
  })
  if (outcome.kind === 'invalid') throw new Error('the settings of this test are wrong')
  const config = { ...outcome.config, environment: {} }
  const opened = Promise.withResolvers<ServiceResources>()
  const service = await startService(
    {
      name: 'gateway',
      translateFault: toErrorEnvelope,
      createRoutes(resources) {
        opened.resolve(resources)
        return createGatewayRoutes(resources, config, scope)
      },
    },
    config,
    scope,
  )
  return { url: `http://127.0.0.1:${port}`, resources: await opened.promise, service }
}

test('an instance whose pool is busy is still ready', async () => {
  const { url, resources } = await startGateway({ DATABASE_POOL_SIZE_MAX: '1' })
  const isReady = async () => (await fetch(`${url}/ready`)).status === 200
  await waitUntil(isReady, { withinMs: 30_000, what: 'the gateway is ready' })
  const held = await resources.postgres.connect()
  expect(resources.postgres.counts()).toMatchObject({ total: 1, idle: 0 })
  // Longer than a health result is cached, so that the database is queried again while the pool is busy.
  const busySinceMs = performance.now()
  await waitUntil(
    async () => {
      expect(await isReady()).toBe(true)
      return performance.now() - busySinceMs > 600
    },
    { withinMs: 30_000, what: 'the pool was busy for long enough' },
  )
  held.release()
})

test('log lines have a separate Redis connection', async () => {
  const { resources } = await startGateway()
  await waitUntil(() => resources.redis.status === 'ready', { withinMs: 30_000, what: 'Redis answers' })
  const names = async () => {
    const clients = String(await resources.redis.client('LIST'))
    return new Set([...clients.matchAll(/ name=(\S+) /g)].map((match) => match[1]))
  }
  await waitUntil(async () => (await names()).has('gateway-logs'), {
    withinMs: 30_000,
    what: 'both log lines have arrived',
  })
  expect(await names()).toContain('gateway')
})

test('the last log lines of a gateway that fails reach Redis', async () => {
  const { resources, service } = await startGateway()
  await waitUntil(() => resources.redis.status === 'ready', { withinMs: 30_000, what: 'Redis answers' })
  const mark = `gone wrong ${Math.trunc(performance.now())}`
  await service.reportFatal(new Error(mark))
  const recent = await resources.redis.xrange('gatehouse:{logs}:recent', '-', '+')
  expect(JSON.stringify(recent)).toContain(mark)
})
