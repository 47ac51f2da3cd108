import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { readyRoute } from './route.ts'

test('ready when the database responds', async () => {
  const checks = { run: async () => ({ database: { status: 'healthy' as const, latencyMs: 1 } }) }
  await using http = await startTestHttp([readyRoute({ checks, isDraining: () => false })])
  const response = await fetch(`${http.url}/ready`)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'ready', checks: { database: 'healthy' } })
})
