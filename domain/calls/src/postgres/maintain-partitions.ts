// Makes the partitions of the coming weeks, moves calls that found no week into their own, and takes old weeks out of the
// table. A detached partition stays as a table of its own until somebody has archived and dropped it. What fails for one week
// does not keep the others from being looked after.
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import { planPartitions } from '../partition-weeks.ts'

export type MaintenanceOutcome = {
  created: string[]
  detached: string[]
  /** Calls under ids of no time that is kept or planned for. */
  strayRows: bigint
  /** Weeks and partitions that could not be looked after, with the reason. */
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

/** Also moves what lies in the default partition and belongs there. */
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
 * Settlements wait while the catalogue changes, so it gives up rather than queue behind a long transaction with all of
 * them behind it; the next run tries again. (Postgres offers no concurrent way where there is a default partition.)
 */
async function detachPartition(postgres: Postgres, name: string): Promise<true> {
  await postgres.transaction(async (tx) => {
    await tx.query(`set local lock_timeout = '200ms'`)
    await tx.query(`alter table calls detach partition ${name}`)
  })
  return true
}

/**
 * Only weeks that reconciliation has added up: afterwards it could not. Names come from the catalogue and have one shape, so
 * they can stand in a statement.
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
