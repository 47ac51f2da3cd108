// The table of operation counts: one row per slot of five minutes, kind, outcome and duration step, summed over all
// replicas.
import type { Queryable } from '@gatehouse/postgres/create-postgres'

/** How often an operation happened in all replicas. */
export type OperationCount = {
  kind: string
  outcome: string
  durationStep: number
  times: number
  lastAt: Date
}

export type NewCount = Omit<OperationCount, 'lastAt'>

/**
 * Adds the counts to the current five-minute slot by the database's clock. Rows are written in a fixed order, so that
 * replicas wait for each other instead of deadlocking.
 */
export async function addCounts(postgres: Queryable, counts: readonly NewCount[]): Promise<void> {
  await postgres.query(
    `insert into operation_counts as known (slot, kind, outcome, duration_step, times, last_at)
     select date_bin('5 minutes', now(), 'epoch'), new.kind, new.outcome, new.duration_step, new.times, now()
       from unnest($1::text[], $2::text[], $3::smallint[], $4::bigint[]) new (kind, outcome, duration_step, times)
      order by 1, 2, 3, 4
     on conflict (slot, kind, outcome, duration_step) do update
        set times = known.times + excluded.times, last_at = greatest(known.last_at, excluded.last_at)`,
    [
      counts.map(({ kind }) => kind),
      counts.map(({ outcome }) => outcome),
      counts.map(({ durationStep }) => durationStep),
      counts.map(({ times }) => times),
    ],
  )
}

export type OperationWindow = { from: Date; counts: readonly OperationCount[] }

export type RecentOperations = { asOf: Date; lastHour: OperationWindow; lastDay: OperationWindow }

/**
 * Counts from all replicas for the last hour and the last day, each from the beginning of a slot. The index yields only
 * the rows of that day, and their number depends on how many kinds and outcomes exist, not on how many operations ran.
 */
export async function readOperations(postgres: Queryable): Promise<RecentOperations> {
  const { rows } = await postgres.query<CountRow>(
    `with moments as (
       select now() as as_of,
              date_bin('5 minutes', now() - interval '1 hour', 'epoch') as hour_from,
              date_bin('5 minutes', now() - interval '1 day', 'epoch') as day_from
     )
     select m.as_of, m.hour_from, m.day_from, c.*
       from moments m
       left join lateral (
         select kind, outcome, duration_step, sum(times)::float8 as day_times, max(last_at) as last_at,
                coalesce(sum(times) filter (where slot >= m.hour_from), 0)::float8 as hour_times
           from operation_counts where slot >= m.day_from
          group by kind, outcome, duration_step
          order by kind, outcome, duration_step
       ) c on true`,
  )
  const [first] = rows
  if (!first) throw new RangeError('the query must return at least one row')
  const counts = rows.filter(isCount)
  const countsBy = (times: (row: FullRow) => number) =>
    counts
      .map((row) => ({
        kind: row.kind,
        outcome: row.outcome,
        durationStep: row.duration_step,
        times: times(row),
        lastAt: row.last_at,
      }))
      .filter((count) => count.times > 0)
  return {
    asOf: first.as_of,
    lastHour: { from: first.hour_from, counts: countsBy((row) => row.hour_times) },
    lastDay: { from: first.day_from, counts: countsBy((row) => row.day_times) },
  }
}

type FullRow = {
  as_of: Date
  hour_from: Date
  day_from: Date
  kind: string
  outcome: string
  duration_step: number
  day_times: number
  hour_times: number
  last_at: Date
}

/** Without any counts the query still returns one row, with the timestamps only. */
type CountRow = FullRow | (Omit<FullRow, 'kind'> & { kind: null })

function isCount(row: CountRow): row is FullRow {
  return row.kind !== null
}

// One day is reported; another is kept for an investigation on the next morning.
const keptFor = `interval '2 days'`

/** Deletes one batch, so that no statement runs long; returns true if there may be more. */
export async function sweepOperations(postgres: Queryable, countMax = 5_000): Promise<boolean> {
  const { rowCount } = await postgres.query(
    `delete from operation_counts where (slot, kind, outcome, duration_step) in (
       select slot, kind, outcome, duration_step from operation_counts
        where slot < now() - ${keptFor} order by slot limit $1)`,
    [countMax],
  )
  return rowCount === countMax
}
