import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { OperationCount } from '../operation.ts'

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
