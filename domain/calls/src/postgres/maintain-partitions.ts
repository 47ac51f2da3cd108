// Creates the partitions of the coming weeks, moves calls from the default partition into their weeks, and detaches old
// weeks. A detached partition stays as a separate table until an operator has archived and dropped it. A failure for
// one week does not affect the others.
import type { Postgres, Queryable } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'

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
 * Detaching blocks settlements, so it gives up instead of waiting for a long transaction while settlements queue up;
 * the next run tries again. (Postgres cannot detach concurrently while a default partition exists.)
 */
async function detachPartition(postgres: Postgres, name: string): Promise<true> {
  await postgres.transaction(async (tx) => {
    await tx.query(`set local lock_timeout = '200ms'`)
    await tx.query(`alter table calls detach partition ${name}`)
  })
  return true
}

/**
 * Returns only weeks that reconciliation has already summed, because it cannot sum them once they are detached. Names
 * come from the catalogue and match one pattern, so they are safe to use in a statement.
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

const dayMs = 86_400_000
const weekMs = 7 * dayMs

export type PartitionPlan = {
  /** Weeks that need a partition, each given by the date of its Monday. */
  create: readonly string[]
  /** Partitions of weeks before this Monday are detached. */
  detachBefore: string
}

/** Computes which weekly partitions should exist. Weeks begin on Monday, UTC. */
export function planPartitions(
  nowMs: number,
  { weeksAhead, weeksKept }: { weeksAhead: number; weeksKept: number },
): PartitionPlan {
  const monday = mondayOf(nowMs)
  const create = Array.from({ length: weeksAhead + 2 }, (_, index) => toDate(monday + (index - 1) * weekMs))
  return { create, detachBefore: toDate(monday - weeksKept * weekMs) }
}

function mondayOf(wallMs: number): number {
  const midnightMs = wallMs - (wallMs % dayMs)
  const daysSinceMonday = (new Date(midnightMs).getUTCDay() + 6) % 7
  return midnightMs - daysSinceMonday * dayMs
}

function toDate(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 10)
}

export type PartitionState = {
  /** Number of consecutive weeks after the present one that have a partition. */
  weeksAhead: number
  /** Rows in the default partition, counted up to 100,000. */
  strayRows: number
}

export async function readPartitionState(postgres: Queryable): Promise<PartitionState> {
  const { rows } = await postgres.query<PartitionState>(
    `with ahead as (
       select (to_date(substring(c.relname from 7), 'IYYY"w"IW')
               - date_trunc('week', now() at time zone 'UTC')::date) / 7 as week
         from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'calls'::regclass and c.relname ~ '^calls_[0-9]{4}w[0-9]{2}$')
     select (select count(*)::integer from (
               select week, row_number() over (order by week) as place from ahead where week > 0) numbered
              where week = place) as "weeksAhead",
            (select count(*)::integer from (select from calls_default limit 100000) stray) as "strayRows"`,
  )
  return rows[0] ?? { weeksAhead: 0, strayRows: 0 }
}
