import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { TaskKind } from '../define-task.ts'

export type AttemptOutcome = 'done' | 'retried' | 'postponed' | 'buried' | 'lost' | 'unsettled'

export type AttemptEnd = {
  kind: string
  outcome: AttemptOutcome
  tookMs: number
  /** The group that the task belongs to. */
  groupId: string | undefined
}

export type TaskMetrics = {
  recordStart(kind: string): void
  recordEnd(end: AttemptEnd): void
  recordReclaimed(count: number): void
}

export type TaskMetricsOptions = {
  metrics: Metrics
  kinds: readonly TaskKind[]
  onEnd: (end: AttemptEnd) => void
}

export function createTaskMetrics({ metrics, kinds, onEnd }: TaskMetricsOptions): TaskMetrics {
  const registers = [metrics]
  const ended = new Counter({
    name: 'gatehouse_task_attempts_total',
    help: 'Task attempts, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  // An increase is seen only in a series that existed before it.
  for (const { name } of kinds) ended.inc({ kind: name, outcome: 'buried' }, 0)
  const seconds = new Histogram({
    name: 'gatehouse_task_attempt_seconds',
    help: 'Duration of task attempts',
    labelNames: ['kind'],
    buckets: [0.01, 0.05, 0.2, 1, 5, 20, 60, 300],
    registers,
  })
  const running = new Gauge({
    name: 'gatehouse_tasks_running',
    help: 'Tasks running in this process',
    labelNames: ['kind'],
    registers,
  })
  const reclaimed = new Counter({
    name: 'gatehouse_tasks_reclaimed_total',
    help: 'Tasks reclaimed from silent workers',
    registers,
  })
  return {
    recordStart: (kind) => running.inc({ kind }),
    recordEnd(end) {
      const { kind, outcome, tookMs } = end
      running.dec({ kind })
      ended.inc({ kind, outcome })
      seconds.observe({ kind }, tookMs / 1_000)
      onEnd(end)
    },
    recordReclaimed: (count) => reclaimed.inc(count),
  }
}
