// Endpoints and deliveries of a company for tests, in states that otherwise take days.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Ids } from '@gatehouse/runtime/ids'
import { insertDeliveries } from '../postgres/enqueue-event.ts'

export type SeedEventsDeps = { postgres: Queryable; ids: Ids }

type SeededEndpoint = { companyId: string; isFailing?: boolean; eventTypes?: string[] }

/** Its secret cannot be opened: nothing can be sent to it. `isFailing`: the platform has disabled it. */
export async function seedEndpoint(
  { postgres, ids }: SeedEventsDeps,
  { companyId, isFailing = false, eventTypes = ['key.created'] }: SeededEndpoint,
): Promise<string> {
  const id = ids.uuid()
  await postgres.query(
    `insert into event_endpoints (id, company_id, url, description, event_types, sealed_secret, sealed_by, previous_sealed_secret,
                                  previous_sealed_by, previous_until, is_enabled, disabled_because, failing_since)
     values ($1, $2, 'https://example.com/events', 'ours', $4, '\\x00', 'none', '\\x00', 'none', now(),
             not $3, case when $3 then 'FAILING' end, case when $3 then now() end)`,
    [id, companyId, isFailing, eventTypes],
  )
  return id
}

/** A delivery that has failed, with an attempt that was answered and one that was not. */
export async function seedFailedDelivery(
  { postgres, ids }: SeedEventsDeps,
  { companyId, endpointId }: { companyId: string; endpointId: string },
): Promise<string> {
  const deliveryId = await seedPendingDelivery({ postgres, ids }, { companyId, endpointId })
  await postgres.query(
    `update event_deliveries set status = 'FAILED', settled_at = now(), attempts = 2 where company_id = $1 and id = $2`,
    [companyId, deliveryId],
  )
  await postgres.query(
    `insert into event_attempts (id, delivery_id, company_id, started_at, duration_ms, status_code, error)
     values ($1, $3, $4, now(), 12, 500, 'The receiver answered 500.'),
            ($2, $3, $4, now(), 10000, null, 'The receiver did not answer within 10 seconds.')`,
    [ids.uuid(), ids.uuid(), deliveryId, companyId],
  )
  return deliveryId
}

export async function seedPendingDelivery(
  { postgres, ids }: SeedEventsDeps,
  { companyId, endpointId }: { companyId: string; endpointId: string },
): Promise<string> {
  const event = { companyId, type: 'endpoint.test', data: { endpointId } } as const
  await insertDeliveries(ids, postgres, { event, endpointIds: [endpointId] })
  const { rows } = await postgres.query<{ id: string }>(
    'select id from event_deliveries where company_id = $1 order by id desc limit 1',
    [companyId],
  )
  return rows[0]?.id ?? ''
}

/** The events that were enqueued for the company, oldest first. */
export async function readEvents(
  postgres: Queryable,
  companyId: string,
): Promise<{ type: string; data: unknown }[]> {
  const { rows } = await postgres.query<{ type: string; data: string }>(
    'select type, data from outgoing_events where company_id = $1 order by id',
    [companyId],
  )
  return rows.map(({ type, data }) => ({ type, data: JSON.parse(data) as unknown }))
}
