// The two documented forms of the readiness answer, nested and flat, both computed from the same state of the
// components.
import type { CheckResult } from '@gatehouse/http/dependency-checks'
import type { BreakerState } from '@gatehouse/runtime/circuit-breaker'
import type { KindStatus } from '@gatehouse/tasks/kind-loop'
import { z } from 'zod'

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

/** Only the database makes the service unhealthy; other components report their own status. */
export function overallStatus({ database, components, isDraining }: ReadinessInput): ComponentStatus {
  if (database.status === 'unhealthy') return 'unhealthy'
  if (isDraining) return 'stopped'
  const statuses = [components.workers.status, ...Object.values(workerStatuses(components))]
  const isDegraded = statuses.some((status) => status === 'degraded' || status === 'unhealthy')
  const hasOpenBreaker = Object.values(components.circuitBreakers).some((state) => state !== 'closed')
  return isDegraded || hasOpenBreaker ? 'degraded' : 'healthy'
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

/** Status of a worker that handles tasks of these kinds. */
export function workerHealth(statuses: readonly KindStatus[]): ComponentStatus {
  const states = new Set(statuses.map(({ state }) => state))
  if (states.has('failing')) return 'unhealthy'
  // The worker has not reached its queue yet, or its breaker is open.
  if (states.has('starting') || states.has('waiting')) return 'degraded'
  return states.has('running') ? 'healthy' : 'stopped'
}

const status = z.enum(['healthy', 'degraded', 'unhealthy', 'stopped'])

const workerFields = {
  match_score_generator: status,
  email_worker: status,
  cv_worker: status,
  document_worker: status,
}

const nested = z.strictObject({
  status,
  components: z.strictObject({
    database: z.strictObject({ status, latency_ms: z.number() }),
    workers: z.strictObject({ status, active: z.int(), idle: z.int() }),
    circuit_breakers: z
      .record(z.string(), z.enum(['closed', 'open', 'half-open']))
      .describe('State of the circuit breaker by external AI service'),
    ...workerFields,
  }),
})

const flat = z.strictObject({ status, components: z.strictObject({ database: status, ...workerFields }) })

export const readinessSchema = z.union([nested, flat])

export const poolSchema = z.strictObject({
  total: z.int(),
  idle: z.int(),
  waiting: z.int().describe('Requests waiting for a connection'),
  max: z.int(),
})
