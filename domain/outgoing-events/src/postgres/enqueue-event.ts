// The only way to create an outgoing event: in the transaction that causes it, together with its deliveries. So a
// rollback leaves no event, and a commit loses none.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Ids } from '@gatehouse/runtime/ids'
import type { OutgoingEventContent } from '../event-types.ts'

export type NewOutgoingEvent = OutgoingEventContent & {
  companyId: string
  /**
   * Names the cause, such as a crossing of a threshold: an event of the same company, type and key is created once. Not
   * needed if the transaction itself happens once.
   */
  key?: string
}

/**
 * Returns the number of endpoints that will receive the event. If no endpoint wants it, nothing is written, not even the
 * key: an endpoint that is added later receives only what happens later.
 */
export async function enqueueEvent(ids: Ids, tx: Queryable, event: NewOutgoingEvent): Promise<number> {
  const { companyId, type } = event
  const { rows: endpoints } = await tx.query<{ id: string }>(
    `select id from event_endpoints
      where company_id = $1 and is_enabled and deleted_at is null
        and (event_types = '{}' or $2 = any (event_types))
      order by id`,
    [companyId, type],
  )
  if (endpoints.length === 0) return 0
  return insertDeliveries(ids, tx, { event, endpointIds: endpoints.map(({ id }) => id) })
}

/** Returns 0 if an event with this key exists. */
export async function insertDeliveries(
  ids: Ids,
  tx: Queryable,
  { event, endpointIds }: { event: NewOutgoingEvent; endpointIds: readonly string[] },
): Promise<number> {
  const { companyId, type, key, data } = event
  const { rowCount } = await tx.query(
    `with event as (
       insert into outgoing_events (id, company_id, type, key, data) values ($1, $2, $3, $4, $5)
       on conflict (company_id, type, key) do nothing
       returning id, company_id)
     insert into event_deliveries (id, event_id, endpoint_id, company_id)
     select d.id, e.id, d.endpoint_id, e.company_id
       from event e cross join unnest($6::uuid[], $7::uuid[]) as d (id, endpoint_id)`,
    [
      ids.uuid(),
      companyId,
      type,
      key ?? null,
      JSON.stringify(data),
      endpointIds.map(() => ids.uuid()),
      endpointIds,
    ],
  )
  return rowCount ?? 0
}
