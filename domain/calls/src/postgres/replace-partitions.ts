// Partitions exist weeks ahead. When their length is changed, the coming weeks that have no calls yet get partitions of
// the new length, so that the setting takes effect with the next week.
import type { Postgres, Queryable } from '@gatehouse/postgres/create-postgres'
import { type PartitionLength, lengthInDays, partitionsOf } from './plan-partitions.ts'

type Existing = { name: string; days: number }

/**
 * Replaces the partitions of a coming week if all of its days have one of the other length, and none has calls. Returns
 * the first days of the new partitions. Settlements never find the week without a partition: the replacement is one
 * transaction.
 */
export async function replaceLength(
  postgres: Postgres,
  week: string,
  length: PartitionLength,
): Promise<string[]> {
  const existing = await partitionsIn(postgres, week)
  const days = existing.reduce((sum, partition) => sum + partition.days, 0)
  const isOther = existing.length === (length === 'week' ? 7 : 1)
  if (days !== 7 || !isOther || !(await areEmpty(postgres, existing))) return []
  return postgres.transaction(async (tx) => {
    await tx.query(`set local lock_timeout = '200ms'`)
    for (const { name } of existing) await tx.query(`alter table calls detach partition ${name}`)
    // No call can be added any more. One that was added before this moment keeps everything as it is.
    if (!(await areEmpty(tx, existing))) throw new Error(`a partition of the week ${week} has calls`)
    for (const { name } of existing) await tx.query(`drop table ${name}`)
    const ranges = partitionsOf(week, length)
    for (const range of ranges)
      await tx.query('select create_call_partition($1::date, $2)', [range.firstDay, lengthInDays(range)])
    return ranges.map(({ firstDay }) => firstDay)
  })
}

/** Names come from the catalogue and match one pattern, so they are safe to use in a statement. */
async function partitionsIn(postgres: Queryable, week: string): Promise<Existing[]> {
  const { rows } = await postgres.query<Existing>(
    `select name, end_day - first_day as days from call_partitions
      where is_attached and first_day >= $1::date and end_day <= $1::date + 7 order by first_day`,
    [week],
  )
  return rows
}

async function areEmpty(postgres: Queryable, partitions: readonly Existing[]): Promise<boolean> {
  for (const { name } of partitions) {
    const { rows } = await postgres.query(`select from ${name} limit 1`)
    if (rows.length > 0) return false
  }
  return true
}
