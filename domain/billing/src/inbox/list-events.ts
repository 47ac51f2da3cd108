import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'

export type ListedEvent = Omit<Selectable<Tables['provider_events']>, 'payload'>

const listedColumns = [
  'id',
  'type',
  'object_id',
  'customer_id',
  'event_created_at',
  'api_version',
  'is_live',
  'source',
  'status',
  'attempts',
  'next_attempt_at',
  'last_error',
  'waits_for',
  'received_at',
  'processed_at',
] as const

export type EventFilter = {
  status?: ListedEvent['status'] | undefined
  type?: string | undefined
  /** Returns only events before this one. */
  beforeId?: string | undefined
  limit: number
}

/** Lists the inbox, newest first, without payloads, which are long and contain personal data. */
export async function listEvents(
  database: Database,
  { status, type, beforeId, limit }: EventFilter,
): Promise<ListedEvent[]> {
  let query = database
    .selectFrom('provider_events')
    .select(listedColumns)
    .orderBy('event_created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (status !== undefined) query = query.where('status', '=', status)
  if (type !== undefined) query = query.where('type', '=', type)
  if (beforeId !== undefined) query = query.where(comparesWith('<', beforeId))
  return query.execute()
}

export type StatusPage = {
  status: ListedEvent['status']
  /** Returns only events after this one, which may have another status by now. */
  afterId?: string | undefined
  limit: number
}

/** Lists the ids of the events of one status, oldest first, in the order in which the provider created them. */
export async function listOldestIds(
  database: Database,
  { status, afterId, limit }: StatusPage,
): Promise<string[]> {
  let query = database
    .selectFrom('provider_events')
    .select('id')
    .where('status', '=', status)
    .orderBy('event_created_at')
    .orderBy('id')
    .limit(limit)
  if (afterId !== undefined) query = query.where(comparesWith('>', afterId))
  return (await query.execute()).map(({ id }) => id)
}

/** Whether an event comes before or after another one, in the order in which the provider created them. */
function comparesWith(side: '<' | '>', id: string) {
  return sql<boolean>`(event_created_at, id) ${sql.raw(side)}
    (select other.event_created_at, other.id from provider_events other where other.id = ${id})`
}

/** The event without its payload; undefined if it is not in the inbox. */
export function readListedEvent(database: Database, id: string): Promise<ListedEvent | undefined> {
  return database.selectFrom('provider_events').select(listedColumns).where('id', '=', id).executeTakeFirst()
}

export type InboxSummary = {
  received: number
  parked: number
  quarantined: number
  /** When the oldest event that is not applied yet was received. */
  oldestPendingAt: Date | null
  /** The time up to which the provider's own list of events was compared with the inbox. */
  sweptThrough: Date | null
}

/** The events that are not applied yet. */
export async function readInboxSummary(database: Database): Promise<InboxSummary> {
  const { rows } = await sql<InboxSummary>`
    select count(*) filter (where status = 'RECEIVED')::int as received,
           count(*) filter (where status = 'PARKED')::int as parked,
           count(*) filter (where status = 'QUARANTINED')::int as quarantined,
           min(received_at) filter (where status <> 'QUARANTINED') as "oldestPendingAt",
           (select swept_through from provider_event_sweeps) as "sweptThrough"
      from provider_events where status in ('RECEIVED', 'PARKED', 'QUARANTINED')`.execute(database)
  return rows[0] ?? { received: 0, parked: 0, quarantined: 0, oldestPendingAt: null, sweptThrough: null }
}
