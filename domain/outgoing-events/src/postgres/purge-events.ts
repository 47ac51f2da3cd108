import type { Queryable } from '@gatehouse/postgres/create-postgres'

/** How long the delivery log shows an event. */
export const keptDays = 30

const batch = 500

/**
 * Deletes a batch of old events with their deliveries and attempts. Returns true if there may be more. Ids sort by time,
 * so the primary key finds the old ones.
 */
export async function purgeEvents(database: Queryable, nowMs: number): Promise<boolean> {
  const time = (nowMs - keptDays * 86_400_000).toString(16).padStart(12, '0')
  const { rowCount } = await database.query(
    `delete from outgoing_events
      where id in (select id from outgoing_events where id < $1 order by id limit ${batch})`,
    [`${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`],
  )
  return rowCount === batch
}
