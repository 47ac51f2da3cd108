/** Something that was done once: an attempt at a task, a batch. Kinds and outcomes come from code, never from callers. */
export type Operation = { kind: string; outcome: string; tookMs: number }

/** How often, of all replicas. */
export type OperationCount = {
  kind: string
  outcome: string
  durationStep: number
  times: number
  lastAt: Date
}
