import { defineRoute } from '@gatehouse/http/define-route'
import type { AiServiceStatus } from '@gatehouse/model-calls/ai-service-status'
import { type Caller, forCallers } from '../../../internal/callers.ts'
import { aiServicesSchema, formatBreakerState } from '../monitoring-schemas.ts'

export type AiServicesDeps = {
  callers: readonly Caller[]
  replica: string
  listAiServices: () => readonly AiServiceStatus[]
}

/**
 * Each process has its own breakers, so the answer names the replica. The state of a breaker is given in lower case and
 * in upper case, because both are documented.
 */
export function aiServicesRoute({ callers, replica, listAiServices }: AiServicesDeps) {
  return defineRoute({
    method: 'GET',
    path: '/monitoring/ai-services',
    statuses: [200, 401, 403],
    docs: {
      summary: 'Get the status of the external AI services',
      tag: 'Monitoring',
      answer: aiServicesSchema,
    },
    ...forCallers({ callers, right: 'monitoring' }, async () => ({
      replica,
      services: listAiServices().map(describeService),
    })),
  })
}

function describeService({ name, breaker, recent, ...last }: AiServiceStatus) {
  return {
    name,
    circuit_breaker: breaker,
    circuit_breaker_state: formatBreakerState(breaker),
    last_success_at: last.lastSuccessAt?.toISOString() ?? null,
    last_failure_at: last.lastFailureAt?.toISOString() ?? null,
    last_failure_code: last.lastFailureCode,
    calls: recent.calls,
    failures: recent.failures,
    error_rate: recent.errorRatePercent,
    latency_ms: recent.latencyMs,
  }
}
