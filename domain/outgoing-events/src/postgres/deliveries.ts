// The delivery log of a company, replays and test events.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Shards } from '@gatehouse/postgres/shards'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { insertDeliveries } from './enqueue-event.ts'
import type { EndpointRef } from './manage-endpoints.ts'
import { readEndpoint } from './read-endpoints.ts'

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export type DeliveryAttempt = {
  startedAt: Date
  durationMs: number
  statusCode: number | null
  error: string | null
}

export type EventDelivery = {
  id: string
  eventId: string
  endpointId: string
  type: string
  data: unknown
  status: DeliveryStatus
  /** Null unless the delivery is pending. */
  nextAttemptAt: Date | null
  /** The latest ones, oldest first. */
  attempts: readonly DeliveryAttempt[]
  createdAt: Date
  settledAt: Date | null
}

export type DeliveryQuery = {
  companyId: string
  endpointId?: string | null
  status?: DeliveryStatus | null
  deliveryId?: string
  limit: number
  beforeId?: string | undefined
}

/** A delivery has ten attempts, and ten more with every replay. */
const attemptsShown = 20

/** Newest first: ids sort by time. */
export async function listDeliveries(database: Database, query: DeliveryQuery): Promise<EventDelivery[]> {
  const { companyId, endpointId, status, deliveryId, limit, beforeId } = query
  let rows = database
    .selectFrom('event_deliveries as d')
    .innerJoin('outgoing_events as e', 'e.id', 'd.event_id')
    .innerJoin('event_endpoints as p', 'p.id', 'd.endpoint_id')
    .select([
      'd.id',
      'd.event_id',
      'd.endpoint_id',
      'd.status',
      'd.next_attempt_at',
      'd.created_at',
      'd.settled_at',
    ])
    .select(['e.type', 'e.data'])
    .where('d.company_id', '=', companyId)
    .where('e.company_id', '=', companyId)
    .where('p.company_id', '=', companyId)
    .where('p.deleted_at', 'is', null)
    .orderBy('d.id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) rows = rows.where('d.id', '<', beforeId)
  if (deliveryId !== undefined) rows = rows.where('d.id', '=', deliveryId)
  if (typeof endpointId === 'string') rows = rows.where('d.endpoint_id', '=', endpointId)
  if (status) rows = rows.where('d.status', '=', status)
  const found = await rows.execute()
  const attempts = await readAttempts(
    database,
    companyId,
    found.map(({ id }) => id),
  )
  return found.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    endpointId: row.endpoint_id,
    type: row.type,
    data: JSON.parse(row.data) as unknown,
    status: row.status,
    nextAttemptAt: row.status === 'PENDING' ? row.next_attempt_at : null,
    attempts: (attempts.get(row.id) ?? []).slice(-attemptsShown),
    createdAt: row.created_at,
    settledAt: row.settled_at,
  }))
}

async function readAttempts(
  database: Database,
  companyId: string,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DeliveryAttempt[]>> {
  if (deliveryIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('event_attempts')
    .select(['delivery_id', 'started_at', 'duration_ms', 'status_code', 'error'])
    .where('company_id', '=', companyId)
    .where('delivery_id', 'in', [...deliveryIds])
    .orderBy('id')
    .execute()
  const attempts = new Map<string, DeliveryAttempt[]>()
  for (const row of rows) {
    const list = attempts.get(row.delivery_id) ?? []
    list.push({
      startedAt: row.started_at,
      durationMs: row.duration_ms,
      statusCode: row.status_code,
      error: row.error,
    })
    attempts.set(row.delivery_id, list)
  }
  return attempts
}

export type DeliveryDeps = { databases: Shards<Database>; ids: Ids }

/** Sends the event again, with the same id and all attempts, whether or not it was delivered. */
export async function replayDelivery(
  { databases, ids }: DeliveryDeps,
  { companyId, deliveryId }: { companyId: string; deliveryId: string },
  by: AuditActor,
): Promise<EventDelivery> {
  return databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      const delivery = await readDelivery(tx, companyId, deliveryId)
      await requireEnabled(tx, { companyId, endpointId: delivery.endpointId })
      const { numUpdatedRows } = await tx
        .updateTable('event_deliveries')
        .set({
          status: 'PENDING',
          attempts: 0,
          claim_id: null,
          settled_at: null,
          next_attempt_at: sql<Date>`now()`,
        })
        .where('company_id', '=', companyId)
        .where('id', '=', deliveryId)
        .where('status', '<>', 'PENDING')
        .executeTakeFirst()
      if (numUpdatedRows === 0n)
        throw new Fault({
          kind: 'conflict',
          code: 'events.delivery_pending',
          publicMessage: 'The delivery is still pending. Replay it once it is delivered or has failed.',
        })
      await recordAuditEntry(ids, tx, {
        ...by,
        companyId,
        action: 'delivery.replay',
        subject: { kind: 'delivery', id: deliveryId },
        details: { endpoint_id: delivery.endpointId, type: delivery.type },
      })
      return readDelivery(tx, companyId, deliveryId)
    })
}

/** Enqueues an event `endpoint.test` for one endpoint, regardless of the types that the endpoint asked for. */
export async function sendTestEvent(
  { databases, ids }: DeliveryDeps,
  { companyId, endpointId }: EndpointRef,
  by: AuditActor,
): Promise<EventDelivery> {
  return databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      await requireEnabled(tx, { companyId, endpointId })
      const event = { companyId, type: 'endpoint.test', data: { endpointId } } as const
      await insertDeliveries(ids, tx, { event, endpointIds: [endpointId] })
      await recordAuditEntry(ids, tx, {
        ...by,
        companyId,
        action: 'endpoint.test',
        subject: { kind: 'endpoint', id: endpointId },
      })
      const [delivery] = await listDeliveries(tx, { companyId, endpointId, limit: 1 })
      if (!delivery) throw deliveryNotFound()
      return delivery
    })
}

async function readDelivery(tx: Transaction, companyId: string, deliveryId: string): Promise<EventDelivery> {
  const [delivery] = await listDeliveries(tx, { companyId, deliveryId, limit: 1 })
  if (!delivery) throw deliveryNotFound()
  return delivery
}

async function requireEnabled(tx: Transaction, endpoint: EndpointRef): Promise<void> {
  const { isEnabled } = await readEndpoint(tx, endpoint)
  if (isEnabled) return
  throw new Fault({
    kind: 'conflict',
    code: 'events.endpoint_disabled',
    publicMessage:
      'The endpoint is disabled, so nothing is sent to it. Enable it with updateEventEndpoint first.',
  })
}

function deliveryNotFound(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'events.delivery_not_found',
    publicMessage: 'The company has no such delivery.',
  })
}
