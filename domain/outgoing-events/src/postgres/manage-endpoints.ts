// Registers, changes and deletes endpoints, and rotates their signing secrets. Each change is audited in its transaction;
// secrets are never recorded.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Seal } from '@gatehouse/runtime/seal'
import { Secret } from '@gatehouse/runtime/secret'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { lockCompany } from '@gatehouse/schema/limit-rows'
import { sql } from 'kysely'
import {
  type EndpointSettings,
  type EventEndpoint,
  checkEndpoint,
  endpointNotFound,
  endpointsMax,
  invalidEndpoint,
  rotationHours,
} from '../event-endpoint.ts'
import { mintEventSecret } from '../rules/sign-event.ts'
import { eventSecretMissing } from '../seal-event-secret.ts'
import type { JudgeAddress } from '../send/judge-address.ts'
import { readEndpoint } from './read-endpoints.ts'

export type EndpointDeps = {
  databases: Shards<Database>
  ids: Ids
  /** `randomFillSync` of node:crypto. */
  fillRandom: (bytes: Uint8Array) => unknown
  /** Undefined if EVENT_SECRETS is not set. */
  eventSeal: Seal | undefined
  judgeAddress: JudgeAddress
}

export type EndpointRef = { companyId: string; endpointId: string }

/** The secret is returned only here and cannot be retrieved later. */
export type MintedEndpoint = { endpoint: EventEndpoint; secret: Secret }

export async function createEndpoint(
  deps: EndpointDeps,
  { companyId, ...settings }: EndpointSettings & { companyId: string },
  by: AuditActor,
): Promise<MintedEndpoint> {
  checkEndpoint(deps.judgeAddress, settings)
  const id = deps.ids.uuid()
  const minted = mintSealed(deps, id)
  return deps.databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      await requirePlace(tx, companyId)
      await tx
        .insertInto('event_endpoints')
        .values({
          id,
          company_id: companyId,
          url: settings.url,
          description: settings.description,
          event_types: [...new Set(settings.eventTypes)],
          sealed_secret: minted.sealed,
          sealed_by: minted.secretId,
        })
        .execute()
      await audit(deps, tx, {
        ...by,
        companyId,
        endpointId: id,
        action: 'endpoint.create',
        details: describe(settings),
      })
      return { endpoint: await readEndpoint(tx, { companyId, endpointId: id }), secret: minted.secret }
    })
}

export type EndpointChanges = Partial<EndpointSettings & Pick<EventEndpoint, 'isEnabled'>>

/** An endpoint that is enabled counts as healthy until its next attempt. */
export async function updateEndpoint(
  deps: EndpointDeps,
  { companyId, endpointId, changes }: EndpointRef & { changes: EndpointChanges },
  by: AuditActor,
): Promise<EventEndpoint> {
  checkEndpoint(deps.judgeAddress, changes)
  const { url, description, eventTypes, isEnabled } = changes
  return deps.databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('event_endpoints')
        .set({
          ...(url !== undefined && { url }),
          ...(description !== undefined && { description }),
          ...(eventTypes !== undefined && { event_types: [...new Set(eventTypes)] }),
          ...(isEnabled !== undefined && { is_enabled: isEnabled, disabled_because: null }),
          ...(isEnabled === true && { failing_since: null }),
          updated_at: sql<Date>`now()`,
        })
        .where('company_id', '=', companyId)
        .where('id', '=', endpointId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw endpointNotFound()
      await audit(deps, tx, {
        ...by,
        companyId,
        endpointId,
        action: 'endpoint.update',
        details: describe(changes),
      })
      return readEndpoint(tx, { companyId, endpointId })
    })
}

// The rest is settled by the purge. A long statement would exceed the time limit of a query.
const settledMax = 1_000

/**
 * Nothing more is sent to it, and its secrets are erased. Its deliveries can no longer be read; they and its row are removed
 * later. Deliveries are settled first, in the order of locks that the sender has.
 */
export async function deleteEndpoint(
  deps: Pick<EndpointDeps, 'databases' | 'ids'>,
  { companyId, endpointId }: EndpointRef,
  by: AuditActor,
): Promise<EventEndpoint> {
  return deps.databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      const endpoint = await readEndpoint(tx, { companyId, endpointId })
      await sql`
      update event_deliveries set status = 'FAILED', settled_at = now(), claim_id = null
       where id in (select id from event_deliveries
                     where company_id = ${companyId} and endpoint_id = ${endpointId} and status = 'PENDING'
                     order by id limit ${settledMax} for update)`.execute(tx)
      const { numUpdatedRows } = await tx
        .updateTable('event_endpoints')
        .set({
          deleted_at: sql<Date>`now()`,
          is_enabled: false,
          disabled_because: null,
          sealed_secret: Buffer.alloc(0),
          sealed_by: '',
          previous_sealed_secret: null,
          previous_sealed_by: null,
          previous_until: null,
        })
        .where('company_id', '=', companyId)
        .where('id', '=', endpointId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw endpointNotFound()
      await audit(deps, tx, {
        ...by,
        companyId,
        endpointId,
        action: 'endpoint.delete',
        details: { url: endpoint.url },
      })
      return endpoint
    })
}

/** The former secret stays valid for a day. A rotation during another one ends the oldest secret immediately. */
export async function rotateEndpointSecret(
  deps: EndpointDeps,
  { companyId, endpointId }: EndpointRef,
  by: AuditActor,
): Promise<MintedEndpoint> {
  const minted = mintSealed(deps, endpointId)
  return deps.databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('event_endpoints')
        .set((row) => ({
          previous_sealed_secret: row.ref('sealed_secret'),
          previous_sealed_by: row.ref('sealed_by'),
          previous_until: sql<Date>`now() + make_interval(hours => ${rotationHours})`,
          sealed_secret: minted.sealed,
          sealed_by: minted.secretId,
          updated_at: sql<Date>`now()`,
        }))
        .where('company_id', '=', companyId)
        .where('id', '=', endpointId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw endpointNotFound()
      await audit(deps, tx, { ...by, companyId, endpointId, action: 'endpoint.rotate_secret', details: {} })
      return { endpoint: await readEndpoint(tx, { companyId, endpointId }), secret: minted.secret }
    })
}

function mintSealed({ eventSeal, fillRandom }: EndpointDeps, endpointId: string) {
  if (!eventSeal)
    throw eventSecretMissing('Events are not available on this platform: EVENT_SECRETS is not set.')
  const secret = mintEventSecret(fillRandom)
  return { ...eventSeal.seal(endpointId, secret), secret: new Secret(secret) }
}

async function requirePlace(tx: Transaction, companyId: string): Promise<void> {
  await lockCompany(tx, companyId)
  const { count } = await tx
    .selectFrom('event_endpoints')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count < endpointsMax) return
  throw invalidEndpoint('events.too_many_endpoints', {
    message: `A company may have at most ${endpointsMax} endpoints. Delete one that is no longer needed.`,
  })
}

function describe({ url, description, eventTypes, isEnabled }: EndpointChanges): Record<string, unknown> {
  return {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(eventTypes !== undefined && { event_types: eventTypes }),
    ...(isEnabled !== undefined && { is_enabled: isEnabled }),
  }
}

type EndpointAudit = AuditActor &
  EndpointRef & { action: `endpoint.${string}`; details: Record<string, unknown> }

function audit(
  { ids }: Pick<EndpointDeps, 'ids'>,
  tx: Transaction,
  { endpointId, ...entry }: EndpointAudit,
): Promise<void> {
  return recordAuditEntry(ids, tx, { ...entry, subject: { kind: 'endpoint', id: endpointId } })
}
