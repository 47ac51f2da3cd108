import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { readyRoute } from './route.ts'

const database = (status: 'healthy' | 'unhealthy') => ({
  run: async () => ({ database: { status, latencyMs: 1 } }),
})

test('200: ready when the database responds', async () => {
  await using http = await startTestHttp([
    readyRoute({ checks: database('healthy'), isDraining: () => false }),
  ])
  const response = await fetch(`${http.url}/ready`)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'ready', checks: { database: 'healthy' } })
})

test('503: not ready while the database does not respond', async () => {
  await using http = await startTestHttp([
    readyRoute({ checks: database('unhealthy'), isDraining: () => false }),
  ])
  const response = await fetch(`${http.url}/ready`)
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ status: 'not_ready', checks: { database: 'unhealthy' } })
})

test('503: not ready while draining, even if the database responds', async () => {
  await using http = await startTestHttp([
    readyRoute({ checks: database('healthy'), isDraining: () => true }),
  ])
  const response = await fetch(`${http.url}/ready`)
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ status: 'draining' })
})
