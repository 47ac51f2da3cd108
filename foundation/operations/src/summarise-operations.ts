import { durationOf } from './duration-step.ts'
import type { OperationCount } from './operation-counts.ts'

export type OperationSummary = {
  kind: string
  total: number
  outcomes: Readonly<Record<string, number>>
  /** Percentiles of operations with the outcome `done`; null if there are none. */
  p50Ms: number | null
  p95Ms: number | null
  lastAt: Date
}

/** Returns one summary per kind, in alphabetical order. */
export function summariseOperations(counts: readonly OperationCount[]): OperationSummary[] {
  const kinds = Map.groupBy(counts, ({ kind }) => kind)
  return [...kinds].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([kind, own]) => summarise(kind, own))
}

function summarise(kind: string, counts: readonly OperationCount[]): OperationSummary {
  const outcomes: Record<string, number> = {}
  for (const { outcome, times } of counts) outcomes[outcome] = (outcomes[outcome] ?? 0) + times
  const done = counts
    .filter(({ outcome }) => outcome === 'done')
    .toSorted((a, b) => a.durationStep - b.durationStep)
  return {
    kind,
    total: counts.reduce((sum, { times }) => sum + times, 0),
    outcomes,
    p50Ms: percentile(done, 0.5),
    p95Ms: percentile(done, 0.95),
    lastAt: new Date(Math.max(...counts.map(({ lastAt }) => lastAt.getTime()))),
  }
}

/** Duration within which this share of the operations completed. */
function percentile(ordered: readonly OperationCount[], share: number): number | null {
  const total = ordered.reduce((sum, { times }) => sum + times, 0)
  let passed = 0
  for (const { durationStep, times } of ordered) {
    passed += times
    if (passed >= share * total) return durationOf(durationStep)
  }
  return null
}
