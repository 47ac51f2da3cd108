// The two documented forms of the readiness answer, from one picture of the components.
import type { CheckResult } from '@gatehouse/http/dependency-checks'
import type { BreakerState } from '@gatehouse/runtime/circuit-breaker'

export type ComponentStatus = 'healthy' | 'degraded' | 'unhealthy' | 'stopped'

export type Components = {
  workers: { status: ComponentStatus; active: number; idle: number }
  circuitBreakers: Readonly<Record<string, BreakerState>>
  matchScoreGenerator: ComponentStatus
  emailWorker: ComponentStatus
  cvWorker: ComponentStatus
  documentWorker: ComponentStatus
}

function workerStatuses(components: Components) {
  return {
    match_score_generator: components.matchScoreGenerator,
    email_worker: components.emailWorker,
    cv_worker: components.cvWorker,
    document_worker: components.documentWorker,
  }
}

export type ReadinessInput = { database: CheckResult; components: Components; isDraining: boolean }

/** Only the database takes the service down; a component that is degraded or stopped reports for itself. */
export function overallStatus({ database, components, isDraining }: ReadinessInput): ComponentStatus {
  if (database.status === 'unhealthy') return 'unhealthy'
  if (isDraining) return 'stopped'
  const statuses = [components.workers.status, ...Object.values(workerStatuses(components))]
  const isTroubled = statuses.some((status) => status === 'degraded' || status === 'unhealthy')
  const hasOpenBreaker = Object.values(components.circuitBreakers).some((state) => state !== 'closed')
  return isTroubled || hasOpenBreaker ? 'degraded' : 'healthy'
}

export function nestedReadiness(input: ReadinessInput) {
  const { database, components } = input
  const { status, active, idle } = components.workers
  return {
    status: overallStatus(input),
    components: {
      database: { status: database.status, latency_ms: database.latencyMs },
      workers: { status, active, idle },
      circuit_breakers: components.circuitBreakers,
      ...workerStatuses(components),
    },
  }
}

export function flatReadiness(input: ReadinessInput) {
  return {
    status: overallStatus(input),
    components: { database: input.database.status, ...workerStatuses(input.components) },
  }
}
