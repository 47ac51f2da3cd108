// Records the outcome of an attempt: the attempt itself, the state of its delivery, and the health of its endpoint.
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { disabledAfterMs, retryDelayMs } from '../rules/retry-schedule.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

export type AttemptOutcome = {
  startedAtMs: number
  durationMs: number
  statusCode: number | null
  /** Null if the receiver accepted the event. */
  error: string | null
}

/** Why the platform disabled an endpoint. */
export type DisabledEndpoint = {
  endpointId: string
  companyId: string
  url: string
  because: 'FAILING' | 'GONE'
}

export type RecordDeps = {
  database: Pick<Database, 'transaction'>
  ids: Ids
  random: () => number
  /** Called in the transaction that disables an endpoint, to inform the company. */
  onDisabled: (tx: Queryable, endpoint: DisabledEndpoint) => Promise<unknown>
}

const gone = 410
// The actor of changes that follow from the answers of receivers.
const eventSender = { kind: 'service', id: 'event-sender' } as const

export type RecordedAs = 'delivered' | 'retried' | 'given_up' | 'lost'

/** Returns `lost`, and writes nothing, if another worker claimed the delivery in the meantime. */
export async function recordAttempt(
  deps: RecordDeps,
  claimed: ClaimedDelivery,
  outcome: AttemptOutcome,
): Promise<RecordedAs> {
  const endedAt = new Date(outcome.startedAtMs + outcome.durationMs)
  const attempts = claimed.attempts + 1
  const isDelivered = outcome.error === null
  const delayMs = isDelivered ? undefined : retryDelayMs(attempts, deps.random())
  const status = isDelivered ? 'DELIVERED' : delayMs === undefined ? 'FAILED' : 'PENDING'
  return deps.database.transaction().execute(async (tx) => {
    const { rowCount } = await tx.query(
      `update event_deliveries
          set status = $3, attempts = $4, claim_id = null,
              next_attempt_at = $5, settled_at = case when $3::event_delivery_status <> 'PENDING' then $6::timestamptz end
        where id = $1 and claim_id = $2 and status = 'PENDING'`,
      [claimed.id, claimed.claimId, status, attempts, new Date(endedAt.getTime() + (delayMs ?? 0)), endedAt],
    )
    if (rowCount !== 1) return 'lost'
    await insertAttempt(tx, deps.ids.uuid(), { claimed, outcome })
    await (isDelivered ? markHealthy(deps, tx, claimed) : markFailing(tx, claimed.endpointId, endedAt))
    const because = reasonToDisable(outcome, status)
    if (because) await disable(deps, tx, { claimed, because, endedAt })
    return status === 'DELIVERED' ? 'delivered' : status === 'FAILED' ? 'given_up' : 'retried'
  })
}

function reasonToDisable(
  { statusCode }: AttemptOutcome,
  status: string,
): DisabledEndpoint['because'] | undefined {
  if (statusCode === gone) return 'GONE'
  return status === 'FAILED' ? 'FAILING' : undefined
}

async function insertAttempt(
  tx: Queryable,
  id: string,
  { claimed, outcome }: { claimed: ClaimedDelivery; outcome: AttemptOutcome },
): Promise<void> {
  await tx.query(
    `insert into event_attempts (id, delivery_id, company_id, started_at, duration_ms, status_code, error)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      claimed.id,
      claimed.companyId,
      new Date(outcome.startedAtMs),
      Math.round(outcome.durationMs),
      outcome.statusCode,
      outcome.error,
    ],
  )
}

/** An endpoint that was disabled because it failed is enabled again: it works. */
async function markHealthy(
  { ids }: RecordDeps,
  tx: Transaction,
  { endpointId, companyId }: ClaimedDelivery,
): Promise<void> {
  const { rows } = await tx.query<{ was_disabled: boolean }>(
    `with before as (
       select id, disabled_because is not distinct from 'FAILING' as was_disabled from event_endpoints
        where id = $1 and failing_since is not null and disabled_because is distinct from 'GONE' for no key update)
     update event_endpoints e
        set failing_since = null, is_enabled = e.is_enabled or b.was_disabled, disabled_because = null
       from before b where e.id = b.id
     returning b.was_disabled`,
    [endpointId],
  )
  if (!rows[0]?.was_disabled) return
  const subject = { kind: 'endpoint', id: endpointId }
  await recordAuditEntry(ids, tx, { companyId, actor: eventSender, action: 'endpoint.enable', subject })
}

async function markFailing(tx: Queryable, endpointId: string, endedAt: Date): Promise<void> {
  await tx.query('update event_endpoints set failing_since = $2 where id = $1 and failing_since is null', [
    endpointId,
    endedAt,
  ])
}

async function disable(
  { ids, onDisabled }: RecordDeps,
  tx: Transaction,
  {
    claimed,
    because,
    endedAt,
  }: { claimed: ClaimedDelivery; because: DisabledEndpoint['because']; endedAt: Date },
): Promise<void> {
  const { rows } = await tx.query<{ url: string }>(
    `update event_endpoints set is_enabled = false, disabled_because = $2, updated_at = now()
      where id = $1 and is_enabled and deleted_at is null and ($2 = 'GONE' or failing_since <= $3)
      returning url`,
    [claimed.endpointId, because, new Date(endedAt.getTime() - disabledAfterMs)],
  )
  const [disabled] = rows
  if (!disabled) return
  const { endpointId, companyId } = claimed
  await recordAuditEntry(ids, tx, {
    companyId,
    actor: eventSender,
    action: 'endpoint.disable',
    subject: { kind: 'endpoint', id: endpointId },
    details: { because },
  })
  await onDisabled(tx, { endpointId, companyId, url: disabled.url, because })
}
