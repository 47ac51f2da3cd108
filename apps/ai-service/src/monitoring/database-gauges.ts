// Gauges that are read from the database periodically, not when metrics are scraped: they are needed most while the database
// does not respond. They cover all replicas, so every replica exports the same values and alerts take the highest.
import { readPartitionState } from '@gatehouse/calls/maintain-partitions'
import { readScoreLogState } from '@gatehouse/matching/maintain-score-log'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import { startPeriodicJob } from '@gatehouse/runtime/periodic-job'
import type { TaskDepth } from '@gatehouse/tasks/create-task-queue'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Gauge } from 'prom-client'

export type PartitionWatchDeps = { clock: Clock; metrics: Metrics; postgres: Pick<Postgres, 'query'> }

type PartitionState = { weeksAhead: number; strayRows: number }

const partitionsEveryMs = 10_000

const readers: Readonly<Record<string, (postgres: Pick<Postgres, 'query'>) => Promise<PartitionState>>> = {
  calls: readPartitionState,
  match_score_log: readScoreLogState,
}

/**
 * The partitions are read from the database, not remembered by the process that created them, so that the gauges show
 * when upkeep has not run.
 */
export function watchPartitions({ clock, metrics, postgres }: PartitionWatchDeps): {
  close(): Promise<void>
} {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['table'], registers: [metrics] })
  const ahead = gauge('gatehouse_partition_weeks_ahead', 'Consecutive weeks ahead that have a partition')
  const stray = gauge(
    'gatehouse_partition_stray_rows',
    'Rows in the default partition, counted up to 100,000',
  )

  async function read(): Promise<void> {
    for (const [table, readState] of Object.entries(readers)) {
      // On an error the last values are kept: partitions are created weeks ahead, so the values change slowly.
      const state = await readState(postgres).catch(() => undefined)
      if (!state) continue
      ahead.set({ table }, state.weeksAhead)
      stray.set({ table }, state.strayRows)
    }
  }

  return startPeriodicJob(clock, { everyMs: partitionsEveryMs, run: read })
}

export type QueueWatchDeps = { clock: Clock; metrics: Metrics; readDepths: () => Promise<TaskDepth[]> }

const queuesEveryMs = 60_000

export function watchQueues({ clock, metrics, readDepths }: QueueWatchDeps): { close(): Promise<void> } {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['kind'], registers: [metrics] })
  const waiting = gauge(
    'gatehouse_tasks_waiting',
    'Waiting tasks, including dead letters, counted up to 100,000',
  )
  const oldest = gauge(
    'gatehouse_tasks_oldest_ready_seconds',
    'Waiting time of the oldest task that is ready to run',
  )

  async function read(): Promise<void> {
    const depths = await readDepths().catch(() => undefined)
    // Unknown values are removed: a stale value would look like a queue that is stuck.
    waiting.reset()
    oldest.reset()
    for (const { kind, waiting: count, oldestReadyMs } of depths ?? []) {
      waiting.set({ kind }, count)
      oldest.set({ kind }, (oldestReadyMs ?? 0) / 1_000)
    }
  }

  return startPeriodicJob(clock, { everyMs: queuesEveryMs, run: read })
}
