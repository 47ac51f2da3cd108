// How far ahead the partitions reach, and what lies in none. Read from the database and not remembered by the process that made
// them, so that every replica exports the same, and a missing upkeep shows.
import { readPartitionState } from '@gatehouse/calls/partition-state'
import { readScoreLogState } from '@gatehouse/matching/maintain-score-log'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import { startPeriodicJob } from '@gatehouse/runtime/periodic-job'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Gauge } from 'prom-client'

export type PartitionWatchDeps = { clock: Clock; metrics: Metrics; postgres: Pick<Postgres, 'query'> }

type PartitionState = { weeksAhead: number; strayRows: number }

const everyMs = 10_000

const readers: Readonly<Record<string, (postgres: Pick<Postgres, 'query'>) => Promise<PartitionState>>> = {
  calls: readPartitionState,
  match_score_log: readScoreLogState,
}

export function watchPartitions({ clock, metrics, postgres }: PartitionWatchDeps): {
  close(): Promise<void>
} {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['table'], registers: [metrics] })
  const ahead = gauge('gatehouse_partition_weeks_ahead', 'Weeks to come, in a row, that have a partition')
  const stray = gauge(
    'gatehouse_partition_stray_rows',
    'Rows in the default partition, counted up to 100,000',
  )

  async function read(): Promise<void> {
    for (const [table, readState] of Object.entries(readers)) {
      // If it cannot be read, the last figures stay: upkeep has weeks in hand.
      const state = await readState(postgres).catch(() => undefined)
      if (!state) continue
      ahead.set({ table }, state.weeksAhead)
      stray.set({ table }, state.strayRows)
    }
  }

  return startPeriodicJob(clock, { everyMs, run: read })
}
