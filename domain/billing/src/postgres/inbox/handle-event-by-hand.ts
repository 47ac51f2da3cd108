// What people do with events of the inbox: try one again, see what it would do, or put it aside for good.
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { Fault } from '@gatehouse/runtime/fault'
import type { ProviderEvent } from '../../facts/provider-event.ts'
import type { By } from '../catalog/catalog-deps.ts'
import { type ApplyOutcome, applyEvent, rehearseEvent } from './apply-event.ts'
import type { InboxDeps } from './inbox-deps.ts'
import { type EventStatus, findEvent } from './store-event.ts'

/** Also one that was applied, which changes nothing, or is in quarantine, which a person takes it out of by this. */
export async function replayEvent(deps: InboxDeps, id: string, by: By): Promise<ApplyOutcome> {
  const { event, status } = await read(deps, id)
  await note(deps, { id, action: 'provider_event.replay', by, status })
  return applyEvent(deps, event, ['RECEIVED', 'PARKED', 'PROCESSED', 'QUARANTINED', 'IGNORED'])
}

export async function dryRunEvent(deps: InboxDeps, id: string): Promise<ApplyOutcome> {
  return rehearseEvent(deps, (await read(deps, id)).event)
}

/** For an event that nothing will ever come of. It stays in the inbox, with who decided so. */
export async function ignoreEvent(
  deps: InboxDeps,
  id: string,
  by: By & { reason: string },
): Promise<boolean> {
  const { status } = await read(deps, id)
  const { reason, ...who } = by
  const changed = await deps.database
    .updateTable('provider_events')
    .set({ status: 'IGNORED', last_error: `ignored: ${reason}`, waits_for: null })
    .where('id', '=', id)
    .where('status', 'in', ['RECEIVED', 'PARKED', 'QUARANTINED'])
    .returning('id')
    .executeTakeFirst()
  if (changed) await note(deps, { id, action: 'provider_event.ignore', by: who, status, reason })
  return changed !== undefined
}

async function read(deps: InboxDeps, id: string): Promise<{ event: ProviderEvent; status: EventStatus }> {
  const row = await findEvent(deps.database, id)
  // One that cannot be read may lack these in its payload.
  const kept = row && { id: row.id, createdAt: row.event_created_at }
  if (row) return { event: { ...deps.readEvent(row.payload), ...kept }, status: row.status }
  throw new Fault({
    kind: 'not_found',
    code: 'billing.event_unknown',
    publicMessage: `There is no event ${id.slice(0, 100)} in the inbox.`,
  })
}

type Note = {
  id: string
  action: `provider_event.${string}`
  by: By
  status: EventStatus
  reason?: string
}

async function note({ database, ids }: InboxDeps, { id, action, by, status, reason }: Note): Promise<void> {
  await database.transaction().execute((tx) =>
    recordAuditEntry(ids, tx, {
      companyId: null,
      ...by,
      action,
      subject: { kind: 'provider_event', id },
      details: { status_before: status, ...(reason === undefined ? {} : { reason }) },
    }),
  )
}
