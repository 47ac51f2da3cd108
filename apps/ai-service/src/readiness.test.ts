import { expect, test } from 'vitest'
import { type Components, flatReadiness, nestedReadiness, overallStatus } from './readiness.ts'

const database = { status: 'healthy', latencyMs: 1.5 } as const
const components: Components = {
  workers: { active: 2, idle: 3 },
  circuitBreakers: { 'svc/chat-default': 'closed', 'svc/embed-default': 'half-open' },
  matchScoreGenerator: 'healthy',
  emailWorker: 'healthy',
  cvWorker: 'degraded',
  documentWorker: 'stopped',
}

test('the first documented form', () => {
  expect(nestedReadiness(database, components)).toEqual({
    status: 'degraded',
    components: {
      database: { status: 'healthy', latency_ms: 1.5 },
      workers: { status: 'healthy', active: 2, idle: 3 },
      circuit_breakers: { 'svc/chat-default': 'closed', 'svc/embed-default': 'half-open' },
      match_score_generator: 'healthy',
      email_worker: 'healthy',
      cv_worker: 'degraded',
      document_worker: 'stopped',
    },
  })
})

test('the second documented form', () => {
  expect(flatReadiness(database, components)).toEqual({
    status: 'degraded',
    components: {
      database: 'healthy',
      match_score_generator: 'healthy',
      email_worker: 'healthy',
      cv_worker: 'degraded',
      document_worker: 'stopped',
    },
  })
})

test('only the database makes the whole unhealthy', () => {
  const calm: Components = { ...components, cvWorker: 'healthy', circuitBreakers: {} }
  expect(overallStatus(database, calm)).toBe('healthy')
  expect(overallStatus(database, { ...calm, circuitBreakers: { x: 'open' } })).toBe('degraded')
  expect(overallStatus({ status: 'unhealthy', latencyMs: 600 }, calm)).toBe('unhealthy')
})
