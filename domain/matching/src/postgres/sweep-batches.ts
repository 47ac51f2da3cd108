import type { Queryable } from '@gatehouse/postgres/create-postgres'

/**
 * Deletes a limited number of batches that were given up over a week ago (claiming deletes the finished ones). Returns
 * true if more may remain.
 */
export async function sweepBatches(postgres: Queryable, countMax = 1_000): Promise<boolean> {
  const { rowCount } = await postgres.query(
    `delete from match_batches where id in (
       select id from match_batches where given_up_at < now() - interval '7 days' limit $1)`,
    [countMax],
  )
  return rowCount === countMax
}
