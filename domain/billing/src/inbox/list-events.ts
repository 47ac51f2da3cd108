import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'

export type ListedEvent = Omit<Selectable<Tables['provider_events']>, 'payload'>

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
    .select([
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
    ])
    .orderBy('event_created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (status !== undefined) query = query.where('status', '=', status)
  if (type !== undefined) query = query.where('type', '=', type)
  if (beforeId !== undefined) {
    query = query.where((where) =>
      where(
        where.refTuple('event_created_at', 'id'),
        '<',
        where
          .selectFrom('provider_events as before')
          .select(['before.event_created_at', 'before.id'])
          .where('before.id', '=', beforeId)
          .$asTuple('event_created_at', 'id'),
      ),
    )
  }
  return query.execute()
}
