import { defineRoute } from '@gatehouse/http/define-route'
import type { OperationWindow, RecentOperations } from '@gatehouse/operations/operation-counts'
import { summariseOperations } from '@gatehouse/operations/summarise-operations'
import { type Caller, forCallers } from '../../../internal/callers.ts'
import { operationsSchema } from '../monitoring-schemas.ts'

export type OperationsDeps = { callers: readonly Caller[]; readOperations: () => Promise<RecentOperations> }

/** Counts from all replicas, at most a few seconds stale; every replica returns the same answer. */
export function operationsRoute({ callers, readOperations }: OperationsDeps) {
  return defineRoute({
    method: 'GET',
    path: '/monitoring/operations',
    statuses: [200, 401, 403, 503],
    docs: {
      summary: 'Count the operations of the last hour and day, by kind and outcome',
      tag: 'Monitoring',
      answer: operationsSchema,
    },
    ...forCallers({ callers, right: 'monitoring' }, async () => {
      const { asOf, lastHour, lastDay } = await readOperations()
      return {
        as_of: asOf.toISOString(),
        last_1h: describeWindow(lastHour),
        last_24h: describeWindow(lastDay),
      }
    }),
  })
}

function describeWindow({ from, counts }: OperationWindow) {
  const summaries = summariseOperations(counts)
  return {
    from: from.toISOString(),
    total: summaries.reduce((sum, { total }) => sum + total, 0),
    operations: summaries.map(({ kind, total, outcomes, p50Ms, p95Ms, lastAt }) => ({
      kind,
      total,
      outcomes,
      p50_ms: p50Ms,
      p95_ms: p95Ms,
      last_at: lastAt.toISOString(),
    })),
  }
}
