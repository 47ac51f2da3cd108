import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'
import { type EventEndpoint, endpointNotFound } from '../event-endpoint.ts'

const columns = [
  'id',
  'url',
  'description',
  'event_types',
  'is_enabled',
  'disabled_because',
  'failing_since',
  'previous_until',
  'created_at',
  'updated_at',
] as const

/** In the order in which they were registered. */
export async function listEndpoints(database: Database, companyId: string): Promise<EventEndpoint[]> {
  const rows = await database
    .selectFrom('event_endpoints')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(toEndpoint)
}

/** Throws a fault unless the endpoint is one of the company. */
export async function readEndpoint(
  database: Database,
  { companyId, endpointId }: { companyId: string; endpointId: string },
): Promise<EventEndpoint> {
  const row = await database
    .selectFrom('event_endpoints')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('id', '=', endpointId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw endpointNotFound()
  return toEndpoint(row)
}

function toEndpoint(
  row: Pick<Selectable<Tables['event_endpoints']>, (typeof columns)[number]>,
): EventEndpoint {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    eventTypes: row.event_types,
    isEnabled: row.is_enabled,
    disabledBecause: row.disabled_because as EventEndpoint['disabledBecause'],
    failingSince: row.failing_since,
    previousSecretUntil: row.previous_until,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
