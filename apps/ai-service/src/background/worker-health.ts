import type { KindStatus } from '@gatehouse/tasks/kind-loop'
import type { ComponentStatus } from '../readiness.ts'

/** What readiness says of a worker that does tasks of these kinds. */
export function workerHealth(statuses: readonly KindStatus[]): ComponentStatus {
  const states = new Set(statuses.map(({ state }) => state))
  if (states.has('failing')) return 'unhealthy'
  // It has not reached its queue yet, or its breaker lets nothing through.
  if (states.has('starting') || states.has('waiting')) return 'degraded'
  return states.has('running') ? 'healthy' : 'stopped'
}
