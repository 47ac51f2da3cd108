import { createAliasBreakers } from '@gatehouse/model-calls/alias-breakers'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import type { KindStatus } from '@gatehouse/tasks/kind-loop'
import { expect, test } from 'vitest'
import { formatBreakerState } from './routes/monitoring/monitoring-schemas.ts'
import { type Components, flatReadiness, nestedReadiness, overallStatus, workerHealth } from './readiness.ts'

const database = { status: 'healthy', latencyMs: 1.5 } as const
const components: Components = {
  workers: { status: 'healthy', active: 2, idle: 3 },
  circuitBreakers: { 'svc/chat-default': 'closed', 'svc/embed-default': 'half-open' },
  matchScoreGenerator: 'healthy',
  emailWorker: 'healthy',
  cvWorker: 'degraded',
  documentWorker: 'stopped',
}

test('the first documented form', () => {
  expect(nestedReadiness({ database, components, isDraining: false })).toEqual({
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
  expect(flatReadiness({ database, components, isDraining: false })).toEqual({
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

const calm: Components = { ...components, cvWorker: 'healthy', circuitBreakers: {} }
const input = { database, components: calm, isDraining: false }

test.each([
  ['healthy', input],
  ['degraded', { ...input, components: { ...calm, circuitBreakers: { x: 'open' } } }],
  ['degraded', { ...input, components: { ...calm, circuitBreakers: { x: 'half-open' } } }],
  ['degraded', { ...input, components: { ...calm, emailWorker: 'unhealthy' } }],
  ['degraded', { ...input, components: { ...calm, workers: { status: 'degraded', active: 0, idle: 1 } } }],
  ['stopped', { ...input, isDraining: true }],
  ['unhealthy', { ...input, database: { status: 'unhealthy', latencyMs: 600 } }],
] as const)('only the database makes the service unhealthy: %s', (status, readiness) => {
  expect(overallStatus(readiness)).toBe(status)
})

test('every breaker state has both documented spellings', async () => {
  const clock = createFakeClock()
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const breakers = createAliasBreakers({ clock, logger })
  const breaker = breakers.of('svc/extract-default')
  const spellings: string[] = []
  const tell = () => {
    const state = { ...calm, circuitBreakers: breakers.states() }
    const { circuit_breakers } = nestedReadiness({ ...input, components: state }).components
    spellings.push(`${circuit_breakers['svc/extract-default']} ${formatBreakerState(breaker.state())}`)
  }
  tell()
  for (let count = 0; count < 4; count += 1) breaker.tryAcquire()?.fail()
  tell()
  breaker.tryAcquire()?.fail()
  tell()
  await clock.advance(59_999)
  tell()
  await clock.advance(1)
  tell()
  breaker.tryAcquire()?.fail()
  tell()
  await clock.advance(60_000)
  breaker.tryAcquire()?.succeed()
  tell()
  expect(spellings).toEqual([
    'closed CLOSED',
    'closed CLOSED',
    'open OPEN',
    'open OPEN',
    'half-open HALF-OPEN',
    'open OPEN',
    'closed CLOSED',
  ])
})

const statuses = (...states: KindStatus['state'][]) =>
  states.map((state) => ({ state, running: 0, concurrencyMax: 1 }))

test.each([
  [['running', 'running'], 'healthy'],
  [['running', 'waiting'], 'degraded'],
  [['starting'], 'degraded'],
  [['running', 'failing', 'waiting'], 'unhealthy'],
  [['stopped'], 'stopped'],
  [[], 'stopped'],
] as const)('a worker whose kinds are %j is %s', (states, health) => {
  expect(workerHealth(statuses(...states))).toBe(health)
})
