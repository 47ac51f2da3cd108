import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import type { Components } from '../../readiness.ts'
import { healthReadyRoute } from './route.ts'

const components = (): Components => ({
  workers: { status: 'stopped', active: 0, idle: 0 },
  circuitBreakers: {},
  matchScoreGenerator: 'stopped',
  emailWorker: 'stopped',
  cvWorker: 'stopped',
  documentWorker: 'stopped',
})
const database = (status: 'healthy' | 'unhealthy') => ({
  run: async () => ({ database: { status, latencyMs: 2 } }),
})

test('503 and unhealthy when the database does not answer', async () => {
  await using http = await startTestHttp([
    healthReadyRoute({ checks: database('unhealthy'), components, isDraining: () => false }),
  ])
  const response = await fetch(`${http.url}/health/ready`)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ status: 'unhealthy' })
})

test('503 and stopped while draining', async () => {
  await using http = await startTestHttp([
    healthReadyRoute({ checks: database('healthy'), components, isDraining: () => true }),
  ])
  const response = await fetch(`${http.url}/health/ready`)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ status: 'stopped' })
})
