import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { healthDatabaseRoute } from './route.ts'

test('503 when the database cannot be reached', async () => {
  await using http = await startTestHttp([
    healthDatabaseRoute({
      checks: { run: async () => ({ database: { status: 'unhealthy' as const, latencyMs: 600 } }) },
      postgres: { counts: () => ({ total: 0, idle: 0, waiting: 1, max: 20 }) },
    }),
  ])
  const response = await fetch(`${http.url}/health/database`)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ status: 'unhealthy', pool: { waiting: 1 } })
})
