import type { AiServiceStatus } from '@gatehouse/model-calls/ai-service-status'
import { expect, test } from 'vitest'
import { callRoute } from '../../../testing/call-route.ts'
import { callerWithout, callers, unknownSecret } from '../../../testing/internal-caller.ts'
import { aiServicesRoute } from './route.ts'

const deps = {
  callers,
  replica: 'here 1',
  listAiServices: () => expect.unreachable('the services are not listed'),
}

const never: Omit<AiServiceStatus, 'name' | 'breaker'> = {
  lastSuccessAt: null,
  lastFailureAt: null,
  lastFailureCode: null,
  recent: { calls: 0, failures: 0, errorRatePercent: 0, latencyMs: null },
}

test('200: breaker state in both spellings, last success and failure, latency and error rate', async () => {
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
  const answer = await callRoute(aiServicesRoute({ ...deps, listAiServices }))
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
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

test.each([
  { status: 401, who: 'a caller without a secret', callers, headers: {}, code: 'internal.caller_unknown' },
  { status: 401, who: 'an unknown secret', callers, headers: unknownSecret, code: 'internal.caller_unknown' },
  {
    status: 403,
    who: 'a caller without the right monitoring',
    ...callerWithout('monitoring'),
    code: 'internal.right_missing',
  },
])('$status: $who is refused, and nothing is read', async ({ status, callers: known, headers, code }) => {
  const answer = await callRoute(aiServicesRoute({ ...deps, callers: known }), { headers })
  expect(answer).toMatchObject({ status, body: { code } })
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
})
