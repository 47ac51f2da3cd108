// Creates the partitions of the coming weeks, moves calls from the default partition into theirs, and detaches old ones.
// A detached partition stays as a separate table until `gatehouse calls archive` has archived and dropped it. A failure
// for one week does not affect the others.
import type { Postgres, Queryable } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import {
  type DayRange,
  type PartitionLength,
  lengthInDays,
  missingPartitions,
  planWeeks,
  toDate,
  weekOf,
} from './plan-partitions.ts'
import { replaceLength } from './replace-partitions.ts'

export type MaintenanceOutcome = {
  /** The first days of the partitions that were created. */
  created: string[]
  detached: string[]
  /** Calls in the default partition: their ids belong to no existing partition. */
  strayRows: bigint
  /** Partitions whose maintenance failed, by first day or name, with the reason. */
  failures: MaintenanceFailure[]
}

export type MaintenanceFailure = { week: string; error: unknown }

export type MaintenanceOptions = { weeksAhead?: number; weeksKept?: number; length?: PartitionLength }

export async function maintainPartitions(
  { postgres, clock }: { postgres: Postgres; clock: Clock },
  { weeksAhead = 8, weeksKept = 53, length = 'week' }: MaintenanceOptions = {},
): Promise<MaintenanceOutcome> {
  const plan = planWeeks(clock.wallMs(), { weeksAhead, weeksKept })
  const failures: MaintenanceFailure[] = []
  const attempt = async <T>(week: string, work: () => Promise<T[]>): Promise<T[]> => {
    try {
      return await work()
    } catch (error) {
      failures.push({ week, error })
      return []
    }
  }
  const created: string[] = []
  for (const week of plan.weeks.filter((monday) => monday > toDate(clock.wallMs())))
    created.push(...(await attempt(week, () => replaceLength(postgres, week, length))))
  const taken = await takenDays(postgres)
  for (const week of new Set([...plan.weeks, ...(await strayWeeks(postgres, weeksKept))])) {
    for (const range of missingPartitions(week, length, taken))
      created.push(...(await attempt(range.firstDay, () => createPartition(postgres, range))))
  }
  const detached: string[] = []
  for (const name of await partitionsBefore(postgres, plan.detachBefore))
    detached.push(...(await attempt(name, () => detachPartition(postgres, name))))
  const { rows } = await postgres.query<{ count: bigint }>('select count(*) as count from calls_default')
  return { created, detached, strayRows: rows[0]?.count ?? 0n, failures }
}

/** Also moves the calls of these days out of the default partition. */
async function createPartition(postgres: Postgres, range: DayRange): Promise<string[]> {
  const { rows } = await postgres.query<{ is_new: boolean }>(
    'select create_call_partition($1::date, $2) as is_new',
    [range.firstDay, lengthInDays(range)],
  )
  return rows[0]?.is_new ? [range.firstDay] : []
}

/** The days for which no partition may be created: partitions, attached or not, and what is archived. */
async function takenDays(postgres: Postgres): Promise<DayRange[]> {
  const { rows } = await postgres.query<DayRange>(
    `select first_day::text as "firstDay", end_day::text as "endDay" from call_partitions
     union select first_day::text, end_day::text from archived_call_partitions`,
  )
  return rows
}

async function strayWeeks(postgres: Postgres, weeksKept: number): Promise<string[]> {
  const { rows } = await postgres.query<{ day: string }>(
    'select day::text from stray_call_days($1) as day order by 1',
    [weeksKept],
  )
  return rows.map(({ day }) => weekOf(day))
}

/**
 * Detaching blocks settlements, so it gives up instead of waiting for a long transaction while settlements queue up;
 * the next run tries again. (Postgres cannot detach concurrently while a default partition exists.)
 */
async function detachPartition(postgres: Postgres, name: string): Promise<string[]> {
  await postgres.transaction(async (tx) => {
    await tx.query(`set local lock_timeout = '200ms'`)
    await tx.query(`alter table calls detach partition ${name}`)
  })
  return [name]
}

/**
 * Returns only partitions that reconciliation has already summed, because it cannot sum them once they are detached.
 * Names come from the catalogue and match one pattern, so they are safe to use in a statement.
 */
async function partitionsBefore(postgres: Postgres, monday: string): Promise<string[]> {
  const { rows } = await postgres.query<{ name: string }>(
    `select name from call_partitions
      where is_attached and end_day <= $1::date
        and end_day + 1 < (select calls_through at time zone 'UTC' from reconciliation_progress)
      order by first_day`,
    [monday],
  )
  return rows.map(({ name }) => name)
}

export type PartitionState = {
  /** Number of consecutive weeks after the present one whose days all have a partition. */
  weeksAhead: number
  /** Rows in the default partition, counted up to 100,000. */
  strayRows: number
}

export async function readPartitionState(postgres: Queryable): Promise<PartitionState> {
  const { rows } = await postgres.query<PartitionState>(
    `with present as (
       select date_trunc('week', now() at time zone 'UTC')::date as monday
     ), days as (
       select distinct (first_day + n - monday) / 7 as week, first_day + n as day
         from present, call_partitions, generate_series(0, end_day - first_day - 1) n
        where is_attached and end_day > monday + 7
     ), ahead as (
       select week from days where week > 0 group by week having count(*) = 7
     )
     select (select count(*)::integer from (
               select week, row_number() over (order by week) as place from ahead) numbered
              where week = place) as "weeksAhead",
            (select count(*)::integer from (select from calls_default limit 100000) stray) as "strayRows"`,
  )
  return rows[0] ?? { weeksAhead: 0, strayRows: 0 }
}
