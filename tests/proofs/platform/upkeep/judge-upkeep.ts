// Checks what ten weeks of upkeep must have done, and that they left nothing behind.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { ServiceProcess } from '@gatehouse/testkit/start-service-process'
import { exportedNames, exportedValues, readAlertMetrics } from './alert-metrics.ts'

/** Scheduled task kinds that have not finished since `since`, a time of the platform's clock. */
export async function unfinishedSchedules(pool: Postgres, since: Date): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from tasks.schedule s
      where not exists (select from tasks.job j where j.name = s.name and j.state = 'completed' and j.completed_on >= $1)
      order by 1`,
    [since],
  )
  return rows.map(({ name }) => name)
}

export async function countSchedules(pool: Postgres): Promise<number> {
  const { rows } = await pool.query<{ count: bigint }>('select count(*) as count from tasks.schedule')
  return Number(rows[0]?.count)
}

export async function readNow(pool: Postgres): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('select now() as now')
  if (!rows[0]) throw new Error('Postgres returned no time')
  return rows[0].now
}

/** Counts rows outside every weekly and monthly partition. */
export async function countStrays(pool: Postgres): Promise<number> {
  const { rows } = await pool.query<{ count: bigint }>(
    `select (select count(*) from calls_default) + (select count(*) from match_score_log_default) as count`,
  )
  return Number(rows[0]?.count)
}

/** Counts rows beyond their retention period, by kind. */
export async function readOverdueRows(pool: Postgres): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ kind: string; count: bigint }>(
    `select 'finished tasks' as kind, count(*) as count from tasks.job
      where state = 'completed' and completed_on < now() - interval '9 days'
     union all select 'stored answers', count(*) from stored_answers where created_at < now() - interval '2 days'
     union all select 'parse results', count(*) from parse_results where created_at < now() - interval '9 days'
     union all select 'operation counts', count(*) from operation_counts where slot < now() - interval '3 days'
     union all select 'batches', count(*) from match_batches where given_up_at < now() - interval '9 days'
     union all select 'reports', count(*) from reconciliation_reports where ended_at < now() - interval '36 days'`,
  )
  return Object.fromEntries(
    rows.filter(({ count }) => count > 0n).map(({ kind, count }) => [kind, Number(count)]),
  )
}

export type AlertFindings = {
  named: number
  /** Metrics that a runbook names and no process exports. */
  missing: string[]
  /** Alerts that would fire now. */
  ringing: string[]
}

/** `now` is a time of the platform's clock. */
export async function readAlerts(services: readonly ServiceProcess[], now: Date): Promise<AlertFindings> {
  const texts = await Promise.all(services.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))
  const exported = new Set(texts.flatMap((text) => [...exportedNames(text)]))
  const named = await readAlertMetrics()
  const values = exportedValues(texts.join('\n'))
  const of = (name: string) => values.get(name) ?? []
  const reconciledAt = of('gatehouse_ledger_reconciled_timestamp_seconds')
  const rules: Record<string, boolean> = {
    'partitions end soon': of('gatehouse_partition_weeks_ahead').some((weeks) => weeks < 4),
    'partitions are not watched': of('gatehouse_partition_weeks_ahead').length < 2,
    'stray rows': of('gatehouse_partition_stray_rows').some((rows) => rows > 0),
    drift: of('gatehouse_ledger_drift').some((accounts) => accounts > 0),
    'ledger not watched': of('gatehouse_ledger_drift').length === 0,
    silence: reconciledAt.length === 0 || now.getTime() / 1_000 - Math.max(...reconciledAt) > 7_200,
    'not durable': of('gatehouse_ledger_not_durable').some((isOff) => isOff > 0),
    'clock off': of('gatehouse_clock_offset_seconds').some((seconds) => Math.abs(seconds) > 3_600),
  }
  return {
    named: named.size,
    missing: [...named.keys()].filter((name) => !exported.has(name)),
    ringing: Object.entries(rules).flatMap(([name, isRinging]) => (isRinging ? [name] : [])),
  }
}
