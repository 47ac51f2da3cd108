import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import type { Components } from '../../readiness.ts'
import { healthReadyRoute } from './route.ts'

const deps = {
  checks: { run: async () => ({ database: { status: 'healthy' as const, latencyMs: 2 } }) },
  isDraining: () => false,
  components: (): Components => ({
    workers: { status: 'stopped', active: 0, idle: 0 },
    circuitBreakers: { 'svc/chat-default': 'open' },
    matchScoreGenerator: 'stopped',
    emailWorker: 'stopped',
    cvWorker: 'stopped',
    documentWorker: 'stopped',
  }),
}

test('a degraded component does not take the service down', async () => {
  await using http = await startTestHttp([healthReadyRoute(deps)])
  const response = await fetch(`${http.url}/health/ready`)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    status: 'degraded',
    components: {
      database: { status: 'healthy', latency_ms: 2 },
      workers: { status: 'stopped', active: 0, idle: 0 },
      circuit_breakers: { 'svc/chat-default': 'open' },
    },
  })
})

test('?form=flat gives components as a map of status strings', async () => {
  await using http = await startTestHttp([healthReadyRoute(deps)])
  const response = await fetch(`${http.url}/health/ready?form=flat`)
  expect(await response.json()).toMatchObject({ components: { database: 'healthy', cv_worker: 'stopped' } })
})
