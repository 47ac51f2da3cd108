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

/**
 * Removes a batch of what deleted endpoints and ended rotations leave behind: pending deliveries, former secrets, and
 * the endpoints whose deliveries have been purged. Returns true if there may be more.
 */
export async function purgeEndpoints(database: Queryable, nowMs: number): Promise<boolean> {
  const { rowCount: settled } = await database.query(
    `update event_deliveries set status = 'FAILED', settled_at = now(), claim_id = null
      where id in (select d.id from event_endpoints e join event_deliveries d on d.endpoint_id = e.id
                    where e.deleted_at is not null and d.status = 'PENDING' limit ${batch} for update of d skip locked)`,
  )
  const { rowCount: erased } = await database.query(
    `update event_endpoints set previous_sealed_secret = null, previous_sealed_by = null, previous_until = null
      where id in (select id from event_endpoints where previous_until <= $1 limit ${batch} for update skip locked)`,
    [new Date(nowMs)],
  )
  const { rowCount: deleted } = await database.query(
    `delete from event_endpoints
      where id in (select e.id from event_endpoints e
                    where e.deleted_at <= $1::timestamptz - interval '1 day'
                      and not exists (select from event_deliveries d where d.endpoint_id = e.id)
                    limit ${batch} for update skip locked)`,
    [new Date(nowMs)],
  )
  return [settled, erased, deleted].includes(batch)
}
