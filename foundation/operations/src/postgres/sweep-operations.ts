import type { Queryable } from '@gatehouse/postgres/create-postgres'

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
