// Exports when the newest backup of the database ended. The database's server reports it (deploy/postgres/report-backup.sql),
// because a service reaches neither that server nor the repository of backups. If the server stops reporting, the value
// stays and its age grows, so the alert needs no other signal.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Clock } from '@gatehouse/runtime/clock'
import { startPeriodicJob } from '@gatehouse/runtime/periodic-job'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Gauge } from 'prom-client'

export type BackupWatchDeps = { clock: Clock; metrics: Metrics; shards: Shards<Queryable> }

const everyMs = 30_000

/** Has no value before the first report: an installation may leave its backups to the provider of its database. */
export function watchBackup({ clock, metrics, shards }: BackupWatchDeps): { close(): Promise<void> } {
  const ended = new Gauge({
    name: 'gatehouse_backup_ended_timestamp_seconds',
    help: 'End of the newest backup that the database server has reported; of several servers, the oldest',
    // With a label, the metric has no value until one is set.
    labelNames: ['source'],
    registers: [metrics],
  })

  async function read(): Promise<void> {
    // On an error the last value is kept: its age grows, which is right.
    const reported = await Promise.all(shards.all().map(readEnd)).catch(() => undefined)
    const known = reported?.filter((seconds) => seconds !== undefined) ?? []
    if (known.length > 0) ended.set({ source: 'pgbackrest' }, Math.min(...known))
  }

  return startPeriodicJob(clock, { everyMs, run: read })
}

async function readEnd(postgres: Queryable): Promise<number | undefined> {
  const { rows } = await postgres.query<{ seconds: number }>(
    'select extract(epoch from ended_at)::float8 as seconds from newest_backup',
  )
  return rows[0]?.seconds
}
