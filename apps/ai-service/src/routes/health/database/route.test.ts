import { expect, test } from 'vitest'
import { callRoute } from '../../../testing/call-route.ts'
import { healthDatabaseRoute } from './route.ts'

test('200: latency and the state of the pool are reported', async () => {
  const pool = { total: 4, idle: 3, waiting: 0, max: 20 }
  const route = healthDatabaseRoute({
    checks: { run: async () => ({ database: { status: 'healthy' as const, latencyMs: 0.7 } }) },
    postgres: { counts: () => pool },
  })
  const answer = await callRoute(route, { headers: {} })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ status: 'healthy', latency_ms: 0.7, pool })
})

test('503: the database cannot be reached', async () => {
  const route = healthDatabaseRoute({
    checks: { run: async () => ({ database: { status: 'unhealthy' as const, latencyMs: 600 } }) },
    postgres: { counts: () => ({ total: 0, idle: 0, waiting: 1, max: 20 }) },
  })
  const answer = await callRoute(route, { headers: {} })
  expect(answer).toMatchObject({ status: 503, body: { status: 'unhealthy', pool: { waiting: 1 } } })
})
