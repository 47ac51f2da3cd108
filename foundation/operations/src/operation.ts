/**
 * Something that was done once, such as an attempt at a task or a batch. Kinds and outcomes come from code, never from
 * callers, so their number is bounded.
 */
export type Operation = { kind: string; outcome: string; tookMs: number }

/** How often an operation happened in all replicas. */
export type OperationCount = {
  kind: string
  outcome: string
  durationStep: number
  times: number
  lastAt: Date
}
