// What operators can do with an event: replay it, dry-run it, or ignore it permanently.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { Fault } from '@gatehouse/runtime/fault'
import type { Transaction } from '@gatehouse/schema/database'
import type { ProviderEvent } from '../facts/provider-event.ts'
import { type ApplyOutcome, applyEvent, previewEvent } from './apply-event.ts'
import type { InboxDeps } from '../billing-deps.ts'
import type { Inbox } from './create-inbox.ts'
import { inOurVersion } from './in-our-version.ts'
import { type EventStatus, findEvent, storeEvent } from './store-event.ts'
import type { Sweep, SweepOptions } from './sweep-events.ts'

/**
 * Applies an event of any status: replaying one that was applied changes nothing, and a quarantined one leaves
 * quarantine. One that was quarantined for its API version is read again from the provider, and stored in ours.
 */
export async function replayEvent(deps: InboxDeps, id: string, by: AuditActor): Promise<ApplyOutcome> {
  const stored = await read(deps, id)
  const { status } = stored
  await deps.database
    .transaction()
    .execute((tx) => recordAction(deps.ids, tx, { id, action: 'provider_event.replay', by, status }))
  const event = await toApplicable(deps, stored)
  if (event !== stored.event) await storeEvent(deps, event, 'REPLAY')
  return applyEvent(deps, event, ['RECEIVED', 'PARKED', 'PROCESSED', 'QUARANTINED', 'IGNORED'])
}

export async function dryRunEvent(deps: InboxDeps, id: string): Promise<ApplyOutcome> {
  return previewEvent(deps, await toApplicable(deps, await read(deps, id)))
}

/** For an event that will never be applicable. It stays in the inbox; the audit log names the operator. */
export async function ignoreEvent(
  deps: InboxDeps,
  id: string,
  by: AuditActor & { reason: string },
): Promise<boolean> {
  const { status } = await read(deps, id)
  const { reason, ...who } = by
  return deps.database.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('provider_events')
      .set({ status: 'IGNORED', last_error: `ignored: ${reason}`, waits_for: null })
      .where('id', '=', id)
      .where('status', 'in', ['RECEIVED', 'PARKED', 'QUARANTINED'])
      .returning('id')
      .executeTakeFirst()
    if (changed)
      await recordAction(deps.ids, tx, { id, action: 'provider_event.ignore', by: who, status, reason })
    return changed !== undefined
  })
}

const dayMs = 86_400_000
const retryBatchSize = 100

export type SweepDeps = { events: InboxDeps; inbox: Inbox; sweep(options: SweepOptions): Promise<Sweep> }

/** Fetches the events of the last days that the provider lists and the inbox lacks, and applies what is due. */
export async function sweepDays({ events, inbox, sweep }: SweepDeps, days: number): Promise<Sweep> {
  const swept = await sweep({ since: new Date(events.clock.wallMs() - days * dayMs) })
  while ((await inbox.retryDue(retryBatchSize)) === retryBatchSize);
  return swept
}

/** As `sweepDays`, with an audit entry before it. */
export async function sweepOnRequest(deps: SweepDeps, days: number, by: AuditActor): Promise<Sweep> {
  const { database, ids } = deps.events
  await database.transaction().execute((tx) =>
    recordAuditEntry(ids, tx, {
      ...by,
      companyId: null,
      action: 'provider_event.sweep',
      subject: { kind: 'provider_events', id: 'inbox' },
      details: { days },
    }),
  )
  return sweepDays(deps, days)
}

type Stored = { event: ProviderEvent; status: EventStatus }

async function toApplicable(deps: InboxDeps, { event, status }: Stored): Promise<ProviderEvent> {
  return status === 'QUARANTINED' ? inOurVersion(deps, event) : event
}

async function read(deps: InboxDeps, id: string): Promise<Stored> {
  const row = await findEvent(deps.database, id)
  // The payload of an unreadable event may lack the id and the time, so the stored ones are used.
  const stored = row && { id: row.id, createdAt: row.event_created_at }
  if (row) return { event: { ...deps.readEvent(row.payload), ...stored }, status: row.status }
  throw new Fault({
    kind: 'not_found',
    code: 'billing.event_unknown',
    publicMessage: `There is no event ${id.slice(0, 100)} in the inbox.`,
  })
}

type Action = {
  id: string
  action: `provider_event.${string}`
  by: AuditActor
  status: EventStatus
  reason?: string
}

function recordAction(
  ids: InboxDeps['ids'],
  tx: Transaction,
  { id, action, by, status, reason }: Action,
): Promise<void> {
  return recordAuditEntry(ids, tx, {
    companyId: null,
    ...by,
    action,
    subject: { kind: 'provider_event', id },
    details: { status_before: status, ...(reason === undefined ? {} : { reason }) },
  })
}
