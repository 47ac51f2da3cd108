import type { AiServiceStatus } from '@gatehouse/model-calls/ai-service-status'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { expect, test } from 'vitest'
import { asCaller, callers } from '../../../testing/internal-caller.ts'
import { aiServicesRoute } from './route.ts'

const never: Omit<AiServiceStatus, 'name' | 'breaker'> = {
  lastSuccessAt: null,
  lastFailureAt: null,
  lastFailureCode: null,
  recent: { calls: 0, failures: 0, errorRatePercent: 0, latencyMs: null },
}

test('breaker in both spellings, last success and failure, latency and error rate', async () => {
  const at = new Date('2026-05-01T12:00:00Z')
  const busy: AiServiceStatus = {
    name: 'svc/extract-default',
    breaker: 'half-open',
    lastSuccessAt: at,
    lastFailureAt: at,
    lastFailureCode: 'model_calls.timed_out',
    recent: { calls: 40, failures: 10, errorRatePercent: 25, latencyMs: { p50: 800, p95: 2_000 } },
  }
  const listAiServices = () => [busy, { ...never, name: 'svc/chat-default', breaker: 'closed' as const }]
  await using http = await startTestHttp([aiServicesRoute({ callers, replica: 'here 1', listAiServices })])
  const response = await fetch(`${http.url}/monitoring/ai-services`, asCaller)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    replica: 'here 1',
    services: [
      {
        name: 'svc/extract-default',
        circuit_breaker: 'half-open',
        circuit_breaker_state: 'HALF-OPEN',
        last_success_at: '2026-05-01T12:00:00.000Z',
        last_failure_at: '2026-05-01T12:00:00.000Z',
        last_failure_code: 'model_calls.timed_out',
        calls: 40,
        failures: 10,
        error_rate: 25,
        latency_ms: { p50: 800, p95: 2_000 },
      },
      {
        name: 'svc/chat-default',
        circuit_breaker: 'closed',
        circuit_breaker_state: 'CLOSED',
        last_success_at: null,
        last_failure_at: null,
        last_failure_code: null,
        calls: 0,
        failures: 0,
        error_rate: 0,
        latency_ms: null,
      },
    ],
  })
})
