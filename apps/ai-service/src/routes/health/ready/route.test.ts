import { expect, test } from 'vitest'
import type { Components } from '../../../readiness.ts'
import { callRoute } from '../../../testing/call-route.ts'
import { type HealthReadyDeps, healthReadyRoute } from './route.ts'

const checks = (status: 'healthy' | 'unhealthy') => ({
  run: async () => ({ database: { status, latencyMs: 2 } }),
})
const deps: HealthReadyDeps = {
  checks: checks('healthy'),
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

test('200: a degraded component does not make the service unready', async () => {
  expect(await callRoute(healthReadyRoute(deps), { headers: {} })).toMatchObject({
    status: 200,
    body: {
      status: 'degraded',
      components: {
        database: { status: 'healthy', latency_ms: 2 },
        workers: { status: 'stopped', active: 0, idle: 0 },
        circuit_breakers: { 'svc/chat-default': 'open' },
      },
    },
  })
})

test('200: ?form=flat returns components as a map of status strings', async () => {
  expect(await callRoute(healthReadyRoute(deps), { headers: {}, query: '?form=flat' })).toMatchObject({
    status: 200,
    body: { components: { database: 'healthy', cv_worker: 'stopped' } },
  })
})

test.each([
  {
    status: 503,
    when: 'the database does not respond',
    change: { checks: checks('unhealthy') },
    reported: 'unhealthy',
  },
  { status: 503, when: 'the process is draining', change: { isDraining: () => true }, reported: 'stopped' },
])('$status: $when, reported as $reported', async ({ status, change, reported }) => {
  const answer = await callRoute(healthReadyRoute({ ...deps, ...change }), { headers: {} })
  expect(answer).toMatchObject({ status, body: { status: reported } })
})
