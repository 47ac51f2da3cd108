// Records the outcome of an attempt: the attempt itself, the state of its delivery, and the health of its endpoint.
import type { Postgres, Queryable } from '@gatehouse/postgres/create-postgres'
import type { Ids } from '@gatehouse/runtime/ids'
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
  postgres: Pick<Postgres, 'transaction'>
  ids: Ids
  random: () => number
  /** Called in the transaction that disables an endpoint, to inform the company. */
  onDisabled: (tx: Queryable, endpoint: DisabledEndpoint) => Promise<unknown>
}

const gone = 410

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
  return deps.postgres.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `update event_deliveries
          set status = $3, attempts = $4, claim_id = null,
              next_attempt_at = $5, settled_at = case when $3::event_delivery_status <> 'PENDING' then $6::timestamptz end
        where id = $1 and claim_id = $2 and status = 'PENDING'`,
      [claimed.id, claimed.claimId, status, attempts, new Date(endedAt.getTime() + (delayMs ?? 0)), endedAt],
    )
    if (rowCount !== 1) return 'lost'
    await insertAttempt(tx, deps.ids.uuid(), { claimed, outcome })
    await (isDelivered ? markHealthy(tx, claimed) : markFailing(tx, claimed.endpointId, endedAt))
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
async function markHealthy(tx: Queryable, { endpointId }: ClaimedDelivery): Promise<void> {
  await tx.query(
    `update event_endpoints
        set failing_since = null, is_enabled = is_enabled or disabled_because = 'FAILING', disabled_because = null
      where id = $1 and failing_since is not null and disabled_because is distinct from 'GONE'`,
    [endpointId],
  )
}

async function markFailing(tx: Queryable, endpointId: string, endedAt: Date): Promise<void> {
  await tx.query('update event_endpoints set failing_since = $2 where id = $1 and failing_since is null', [
    endpointId,
    endedAt,
  ])
}

async function disable(
  { onDisabled }: RecordDeps,
  tx: Queryable,
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
  await onDisabled(tx, { endpointId, companyId, url: disabled.url, because })
}
