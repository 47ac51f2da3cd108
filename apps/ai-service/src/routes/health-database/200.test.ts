import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { healthDatabaseRoute } from './route.ts'

test('latency and the state of the pool', async () => {
  const pool = { total: 4, idle: 3, waiting: 0, max: 20 }
  await using http = await startTestHttp([
    healthDatabaseRoute({
      checks: { run: async () => ({ database: { status: 'healthy' as const, latencyMs: 0.7 } }) },
      postgres: { counts: () => pool },
    }),
  ])
  const response = await fetch(`${http.url}/health/database`)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'healthy', latency_ms: 0.7, pool })
})
