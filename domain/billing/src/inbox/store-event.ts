import { waitForStandby } from '@gatehouse/postgres/wait-for-standby'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'
import { type ProviderEvent, isHandledType } from '../facts/provider-event.ts'
import type { InboxDeps } from '../billing-deps.ts'

type EventRow = Selectable<Tables['provider_events']>
export type EventStatus = EventRow['status']
export type EventSource = EventRow['source']

export type StoredEvent = { isNew: boolean; status: EventStatus }

/**
 * Stores an event durably. From then on we are responsible for it; further copies are no-ops. Only a copy that can be applied
 * replaces one that was quarantined for its API version: the sweep and the webhook can have the same event in two versions.
 */
export async function storeEvent(
  { database, expected }: Pick<InboxDeps, 'database' | 'expected'>,
  event: ProviderEvent,
  source: EventSource,
): Promise<StoredEvent> {
  const { status, reason } = initialState(event, expected)
  const payload = JSON.stringify(event.payload)
  // Not `on conflict do update`, which would lock the row, and so wait while another process applies the event.
  const { rows } = await sql<{ status: EventStatus | null; is_new: boolean }>`
    with stored as (
      insert into provider_events (id, type, object_id, customer_id, event_created_at, api_version, is_live, payload,
                                   source, status, last_error)
      values (${event.id}, ${event.type}, ${event.objectId}, ${event.customerId}, ${event.createdAt},
              ${event.apiVersion}, ${event.isLive}, ${payload}, ${source}, ${status}, ${reason})
      on conflict (id) do nothing
      returning status
    ), replaced as (
      update provider_events e
         set object_id = ${event.objectId}, customer_id = ${event.customerId}, api_version = ${event.apiVersion},
             payload = ${payload}, source = ${source}, status = ${status}, last_error = null,
             attempts = 0, next_attempt_at = default, received_at = default
       where e.id = ${event.id} and e.status = 'QUARANTINED' and e.api_version is distinct from ${event.apiVersion}
         and ${status !== 'QUARANTINED'} and not exists (select from stored)
      returning status
    ), kept as (select status from stored union all select status from replaced)
    select coalesce((select status from kept), (select status from provider_events where id = ${event.id})) as status,
           exists (select from kept) as is_new,
           case when not exists (select from kept) then ${sql.raw(waitForStandby)} end as waited`.execute(
    database,
  )
  // The status is null if a concurrent transaction has just inserted the event; the process that inserted it will apply
  // it.
  return { isNew: rows[0]?.is_new ?? false, status: rows[0]?.status ?? 'RECEIVED' }
}

type InitialState = { status: EventStatus; reason: string | null }

function initialState(event: ProviderEvent, expected: InboxDeps['expected']): InitialState {
  if (event.shapeProblem !== null) return { status: 'QUARANTINED', reason: event.shapeProblem }
  if (event.isLive !== expected.isLive) {
    return {
      status: 'QUARANTINED',
      reason: `is a ${event.isLive ? 'live' : 'test'} event, and this deployment is not`,
    }
  }
  if (event.apiVersion !== expected.apiVersion) {
    const reason = `has the API version ${event.apiVersion ?? 'none'}, expected ${expected.apiVersion}`
    return { status: 'QUARANTINED', reason }
  }
  return { status: isHandledType(event.type) ? 'RECEIVED' : 'IGNORED', reason: null }
}

export async function findEvent(database: Database, id: string): Promise<EventRow | undefined> {
  return database.selectFrom('provider_events').selectAll().where('id', '=', id).executeTakeFirst()
}
