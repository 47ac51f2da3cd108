// Creates the partitions of the coming weeks, moves calls from the default partition into their weeks, and detaches old
// weeks. A detached partition stays as a separate table until an operator has archived and dropped it. A failure for
// one week does not affect the others.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import { planPartitions } from '../partition-weeks.ts'

export type MaintenanceOutcome = {
  created: string[]
  detached: string[]
  /** Calls in the default partition: their ids belong to no existing week. */
  strayRows: bigint
  /** Weeks and partitions whose maintenance failed, with the reason. */
  failures: MaintenanceFailure[]
}

export type MaintenanceFailure = { week: string; error: unknown }

export type MaintenanceOptions = { weeksAhead?: number; weeksKept?: number }

export async function maintainPartitions(
  { postgres, clock }: { postgres: Postgres; clock: Clock },
  { weeksAhead = 8, weeksKept = 53 }: MaintenanceOptions = {},
): Promise<MaintenanceOutcome> {
  const plan = planPartitions(clock.wallMs(), { weeksAhead, weeksKept })
  const failures: MaintenanceFailure[] = []
  const attempt = async (week: string, work: () => Promise<boolean>): Promise<string[]> => {
    try {
      return (await work()) ? [week] : []
    } catch (error) {
      failures.push({ week, error })
      return []
    }
  }
  const created: string[] = []
  for (const monday of new Set([...plan.create, ...(await strayWeeks(postgres, weeksKept))]))
    created.push(...(await attempt(monday, () => createPartition(postgres, monday))))
  const detached: string[] = []
  for (const name of await partitionsBefore(postgres, plan.detachBefore))
    detached.push(...(await attempt(name, () => detachPartition(postgres, name))))
  const { rows } = await postgres.query<{ count: bigint }>('select count(*) as count from calls_default')
  return { created, detached, strayRows: rows[0]?.count ?? 0n, failures }
}

/** Also moves the calls of the week out of the default partition. */
async function createPartition(postgres: Postgres, monday: string): Promise<boolean> {
  const { rows } = await postgres.query<{ is_new: boolean }>('select create_call_partition($1) as is_new', [
    monday,
  ])
  return rows[0]?.is_new ?? false
}

async function strayWeeks(postgres: Postgres, weeksKept: number): Promise<string[]> {
  const { rows } = await postgres.query<{ monday: string }>(
    'select monday::text from stray_call_weeks($1) as monday order by 1',
    [weeksKept],
  )
  return rows.map(({ monday }) => monday)
}

/**
 * Detaching blocks settlements, so it gives up rather than queue behind a long transaction with settlements queued
 * behind it; the next run tries again. (Postgres cannot detach concurrently while a default partition exists.)
 */
async function detachPartition(postgres: Postgres, name: string): Promise<true> {
  await postgres.transaction(async (tx) => {
    await tx.query(`set local lock_timeout = '200ms'`)
    await tx.query(`alter table calls detach partition ${name}`)
  })
  return true
}

/**
 * Only weeks that reconciliation has added up: it could not add them up after they are detached. Names come from the
 * catalogue and match one pattern, so they are safe to use in a statement.
 */
async function partitionsBefore(postgres: Postgres, monday: string): Promise<string[]> {
  const { rows } = await postgres.query<{ name: string }>(
    `select c.relname as name
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'calls'::regclass and c.relname ~ '^calls_[0-9]{4}w[0-9]{2}$'
        and to_date(substring(c.relname from 7), 'IYYY"w"IW') < $1::date
        and to_date(substring(c.relname from 7), 'IYYY"w"IW') + 8
            < (select calls_through at time zone 'UTC' from reconciliation_progress)
      order by 1`,
    [monday],
  )
  return rows.map(({ name }) => name)
}
