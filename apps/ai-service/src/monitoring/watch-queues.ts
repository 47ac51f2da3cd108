// How much waits, for those who are called by an alert and not by looking. Read once a minute and not when metrics are asked
// for: they are needed most while the database does not answer.
import type { Clock } from '@gatehouse/runtime/clock'
import { startPeriodicJob } from '@gatehouse/runtime/periodic-job'
import type { TaskDepth } from '@gatehouse/tasks/create-task-queue'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Gauge } from 'prom-client'

export type QueueWatchDeps = { clock: Clock; metrics: Metrics; readDepths: () => Promise<TaskDepth[]> }

const everyMs = 60_000

/** Of all replicas together, so every replica tells the same: alerts take the highest. */
export function watchQueues({ clock, metrics, readDepths }: QueueWatchDeps): { close(): Promise<void> } {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['kind'], registers: [metrics] })
  const waiting = gauge(
    'gatehouse_tasks_waiting',
    'Tasks that wait, counted up to 100,000; also dead letters',
  )
  const oldest = gauge(
    'gatehouse_tasks_oldest_ready_seconds',
    'How long the oldest task that may run has waited',
  )

  async function read(): Promise<void> {
    const depths = await readDepths().catch(() => undefined)
    // What is not known is not told: an old figure would look like a queue that stands still.
    waiting.reset()
    oldest.reset()
    for (const { kind, waiting: count, oldestReadyMs } of depths ?? []) {
      waiting.set({ kind }, count)
      oldest.set({ kind }, (oldestReadyMs ?? 0) / 1_000)
    }
  }

  return startPeriodicJob(clock, { everyMs, run: read })
}
