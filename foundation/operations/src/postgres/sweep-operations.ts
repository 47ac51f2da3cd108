import type { Queryable } from '@gatehouse/postgres/create-postgres'

// A day is told of; another is kept for those who look the next morning.
const keptFor = `interval '2 days'`

/** Some at a time, so that no statement runs long; true if there may be more. */
export async function sweepOperations(postgres: Queryable, countMax = 5_000): Promise<boolean> {
  const { rowCount } = await postgres.query(
    `delete from operation_counts where (slot, kind, outcome, duration_step) in (
       select slot, kind, outcome, duration_step from operation_counts
        where slot < now() - ${keptFor} order by slot limit $1)`,
    [countMax],
  )
  return rowCount === countMax
}
