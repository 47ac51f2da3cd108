import type { Queryable } from '@gatehouse/postgres/create-postgres'

/**
 * Takes out what is left of batches that were given up a week ago; those that were finished go with later claims, by their
 * index. Some at a time; true if there may be more.
 */
export async function sweepBatches(postgres: Queryable, countMax = 1_000): Promise<boolean> {
  const { rowCount } = await postgres.query(
    `delete from match_batches where id in (
       select id from match_batches where given_up_at < now() - interval '7 days' limit $1)`,
    [countMax],
  )
  return rowCount === countMax
}
