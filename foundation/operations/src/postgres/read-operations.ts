import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { OperationCount } from '../operation.ts'

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
