import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter, Gauge, Histogram } from 'prom-client'

/** How an attempt ended. */
export type AttemptOutcome = 'done' | 'retried' | 'postponed' | 'buried' | 'lost' | 'unsettled'

export type AttemptEnd = { kind: string; outcome: AttemptOutcome; tookMs: number }

export type TaskMetrics = {
  noteStart(kind: string): void
  noteEnd(end: AttemptEnd): void
  noteReclaimed(count: number): void
}

export function createTaskMetrics(metrics: Metrics, onEnd: (end: AttemptEnd) => void): TaskMetrics {
  const registers = [metrics]
  const ended = new Counter({
    name: 'gatehouse_task_attempts_total',
    help: 'Attempts at tasks, by kind and by how they ended',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'gatehouse_task_attempt_seconds',
    help: 'How long attempts at tasks took',
    labelNames: ['kind'],
    buckets: [0.01, 0.05, 0.2, 1, 5, 20, 60, 300],
    registers,
  })
  const running = new Gauge({
    name: 'gatehouse_tasks_running',
    help: 'Tasks that this process works on',
    labelNames: ['kind'],
    registers,
  })
  const reclaimed = new Counter({
    name: 'gatehouse_tasks_reclaimed_total',
    help: 'Tasks taken back from workers that were not heard of any more',
    registers,
  })
  return {
    noteStart: (kind) => running.inc({ kind }),
    noteEnd(end) {
      const { kind, outcome, tookMs } = end
      running.dec({ kind })
      ended.inc({ kind, outcome })
      seconds.observe({ kind }, tookMs / 1_000)
      onEnd(end)
    },
    noteReclaimed: (count) => reclaimed.inc(count),
  }
}
