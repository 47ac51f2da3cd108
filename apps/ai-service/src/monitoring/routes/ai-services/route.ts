import { defineRoute } from '@gatehouse/http/define-route'
import type { AiServiceStatus } from '@gatehouse/model-calls/ai-service-status'
import type { Caller } from '../../../internal/callers.ts'
import { forCallers } from '../../../internal/for-callers.ts'
import { spellBreakerState } from '../../../spell-breaker-state.ts'
import { aiServicesSchema } from '../../monitoring-schemas.ts'

export type AiServicesDeps = {
  callers: readonly Caller[]
  replica: string
  listAiServices: () => readonly AiServiceStatus[]
}

/** A breaker is each process's own, so the answer says whose it is. Its state is in both documented spellings. */
export function aiServicesRoute({ callers, replica, listAiServices }: AiServicesDeps) {
  return defineRoute({
    method: 'GET',
    path: '/monitoring/ai-services',
    statuses: [200, 401, 403],
    docs: {
      summary: 'Tell how the external AI services fare',
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
    circuit_breaker_state: spellBreakerState(breaker),
    last_success_at: last.lastSuccessAt?.toISOString() ?? null,
    last_failure_at: last.lastFailureAt?.toISOString() ?? null,
    last_failure_code: last.lastFailureCode,
    calls: recent.calls,
    failures: recent.failures,
    error_rate: recent.errorRatePercent,
    latency_ms: recent.latencyMs,
  }
}
