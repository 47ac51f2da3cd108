// Applies an event: the facts, the credits and the event's own status change in one transaction, so that none exists
// without the others. A failure or a crash leaves the event's status unchanged. The company is found in this
// transaction, which therefore is the directory's (docs/scale.md).
import { assert } from '@gatehouse/runtime/assert'
import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { applyCharge, applyDispute, applyFailedRefund } from '../apply/apply-charge.ts'
import { applyCheckout } from '../apply/apply-checkout.ts'
import {
  type Applied,
  type AppliedEffects,
  type ApplyContext,
  applied,
  createAppliedEffects,
  lockCustomer,
} from '../apply/apply-context.ts'
import { applyInvoice } from '../apply/apply-invoice.ts'
import { applySubscription } from '../apply/apply-subscription.ts'
import type { InboxDeps } from '../billing-deps.ts'
import type { ProviderEvent } from '../facts/provider-event.ts'
import { endSurplusSubscriptions } from './end-surplus-subscriptions.ts'
import { type Prepared, fetchFromProvider } from './fetch-from-provider.ts'
import { refreshSubscription } from './refresh-subscription.ts'
import type { EventStatus } from './store-event.ts'

export type ApplyOutcome =
  | { kind: 'processed'; effects: readonly string[] }
  | { kind: 'parked'; waitsFor: string; reason: string; effects: readonly string[] }
  /** Another process is applying the event, or it was already applied. */
  | { kind: 'skipped' }
  /** Events of this type have no effect here. */
  | { kind: 'unhandled' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'quarantined'; reason: string }

const pendingStatuses: readonly EventStatus[] = ['RECEIVED', 'PARKED']
const attemptsMax = 4

/** Never throws: a failure is recorded on the event, which is retried later. */
export async function applyEvent(
  deps: InboxDeps,
  event: ProviderEvent,
  statuses: readonly EventStatus[] = pendingStatuses,
): Promise<ApplyOutcome> {
  try {
    const { outcome, effects } = await applyOnce(deps, event, { statuses, isDryRun: false })
    if (effects) await followUp(deps, effects, event.createdAt)
    return outcome
  } catch (thrown) {
    deps.logger.warn('payment event could not be applied', {
      error: thrown,
      event_id: event.id,
      event_type: event.type,
    })
    await recordFailure(deps, event.id, thrown)
    return { kind: 'failed', error: thrown }
  }
}

/** Dry run: what applying the event would do now. */
export async function previewEvent(deps: InboxDeps, event: ProviderEvent): Promise<ApplyOutcome> {
  const all: readonly EventStatus[] = ['RECEIVED', 'PARKED', 'PROCESSED', 'QUARANTINED', 'IGNORED']
  return (await applyOnce(deps, event, { statuses: all, isDryRun: true })).outcome
}

type Attempt = { statuses: readonly EventStatus[]; isDryRun: boolean }
type Attempted = { outcome: ApplyOutcome; effects?: AppliedEffects }

async function applyOnce(deps: InboxDeps, event: ProviderEvent, attempt: Attempt): Promise<Attempted> {
  const fact = readFact(deps, event)
  if (fact.kind === 'unreadable') return quarantine(deps, event, { ...attempt, reason: fact.reason })
  if (fact.value === undefined) return ignore(deps, event, attempt)
  for (let time = 1; ; time += 1) {
    const prepared = await fetchFromProvider(deps, fact.value)
    const attempted = await inTransaction(deps, event, { ...attempt, prepared })
    if (attempted !== 'overtaken') return attempted
    assert(time < attemptsMax, 'the provider was queried repeatedly, and each response was overtaken')
  }
}

function readFact({ readFact: read }: InboxDeps, event: ProviderEvent) {
  if (event.shapeProblem !== null) return { kind: 'unreadable' as const, reason: event.shapeProblem }
  try {
    return { kind: 'readable' as const, value: read(event) }
  } catch (thrown) {
    return { kind: 'unreadable' as const, reason: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

class DryRunRollback extends Error {
  readonly attempted: Attempted
  constructor(attempted: Attempted) {
    super('a dry run is rolled back')
    this.attempted = attempted
  }
}

async function inTransaction(
  deps: InboxDeps,
  event: ProviderEvent,
  { statuses, isDryRun, prepared }: Attempt & { prepared: Prepared },
): Promise<Attempted | 'overtaken'> {
  const { database, ids, logger, onNotice } = deps
  try {
    return await database.transaction().execute(async (tx): Promise<Attempted | 'overtaken'> => {
      // In this order: a transaction that has the customer's lock updates the rows of parked events that it wakes, so one
      // that claimed such an event first and then waited for the lock would deadlock with it.
      await lockCustomer(tx, prepared.lockKey ?? event.objectId ?? event.id)
      if (!(await claimEvent(tx, event.id, statuses))) return { outcome: { kind: 'skipped' } }
      const effects = createAppliedEffects()
      const context = { tx, ids, logger, asOf: event.createdAt, effects, onNotice }
      const result = await applyFact(context, { ...prepared, eventType: event.type })
      if (result.kind === 'overtaken') return 'overtaken'
      const outcome: ApplyOutcome =
        result.kind === 'parked'
          ? { ...result, effects: effects.summary }
          : { kind: 'processed', effects: effects.summary }
      if (isDryRun) throw new DryRunRollback({ outcome })
      await recordOutcome(tx, event.id, outcome)
      return { outcome, effects }
    })
  } catch (thrown) {
    if (thrown instanceof DryRunRollback) return thrown.attempted
    throw thrown
  }
}

async function applyFact(
  context: ApplyContext,
  { fact, fetched, eventType }: Prepared & { eventType: string },
): Promise<Applied> {
  switch (fact.kind) {
    case 'checkout':
      return applyCheckout(context, fact)
    case 'invoice':
      return applyInvoice(context, fact, eventType)
    case 'subscription':
      return applySubscription(context, fact, eventType)
    case 'charge':
      return applyCharge(context, fact, fetched)
    case 'refund':
      return fact.hasFailed && fetched ? applyFailedRefund(context, fetched) : applied
    case 'dispute':
      return fetched ? applyDispute(context, fact, fetched) : applied
  }
}

/** Skips a locked event: another process is applying it, and waiting would only tie up a connection. */
async function claimEvent(tx: Transaction, id: string, statuses: readonly EventStatus[]): Promise<boolean> {
  const row = await tx
    .selectFrom('provider_events')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', [...statuses])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

async function recordOutcome(tx: Transaction, id: string, outcome: ApplyOutcome): Promise<void> {
  const isParked = outcome.kind === 'parked'
  await tx
    .updateTable('provider_events')
    .set({
      status: isParked ? 'PARKED' : 'PROCESSED',
      attempts: sql`attempts + 1`,
      waits_for: isParked ? outcome.waitsFor : null,
      last_error: isParked ? outcome.reason : null,
      ...(isParked ? { next_attempt_at: nextAttempt } : { processed_at: sql<Date>`now()` }),
    })
    .where('id', '=', id)
    .execute()
}

// Delay after each attempt; the last one repeats. Retries never stop, because the money was taken.
const retryDelaysS = [1, 5, 30, 120, 600, 3_600]
const delayOfAttempt = sql`make_interval(secs => (array[${sql.raw(retryDelaysS.join(', '))}])[least(attempts + 1, ${sql.raw(String(retryDelaysS.length))})])`
// Every copy that the provider sends is an attempt, too. A few of them during a short outage must not delay the credits by an
// hour, so no delay is longer than the event is old.
const nextAttempt = sql<Date>`now() + least(${delayOfAttempt}, greatest(now() - received_at, interval '1 second'))`

async function recordFailure({ database, logger }: InboxDeps, id: string, thrown: unknown): Promise<void> {
  try {
    await database
      .updateTable('provider_events')
      .set({
        attempts: sql`attempts + 1`,
        next_attempt_at: nextAttempt,
        last_error: (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 500),
      })
      .where('id', '=', id)
      .where('status', 'in', [...pendingStatuses])
      .execute()
  } catch (error) {
    // The database is unavailable; the event stays due at the time that is already stored.
    logger.warn('failure of a payment event could not be recorded', { error, event_id: id })
  }
}

async function quarantine(
  { database, logger }: InboxDeps,
  event: ProviderEvent,
  { statuses, isDryRun, reason }: Attempt & { reason: string },
): Promise<Attempted> {
  if (!isDryRun) {
    await database
      .updateTable('provider_events')
      .set({ status: 'QUARANTINED', last_error: reason.slice(0, 500) })
      .where('id', '=', event.id)
      .where('status', 'in', [...statuses])
      .execute()
    logger.error('payment event is unreadable and was quarantined', {
      event_id: event.id,
      event_type: event.type,
      pages: true,
    })
  }
  return { outcome: { kind: 'quarantined', reason } }
}

async function ignore(
  { database }: InboxDeps,
  event: ProviderEvent,
  { statuses, isDryRun }: Attempt,
): Promise<Attempted> {
  if (!isDryRun) {
    await database
      .updateTable('provider_events')
      .set({ status: 'IGNORED', last_error: null, waits_for: null })
      .where('id', '=', event.id)
      .where('status', 'in', [...statuses])
      .execute()
  }
  return { outcome: { kind: 'unhandled' } }
}

async function followUp(deps: InboxDeps, effects: AppliedEffects, asOf: Date): Promise<void> {
  if (effects.companyIds.size > 0) deps.onCompaniesChanged?.([...effects.companyIds])
  for (const id of effects.subscriptionsToRead) await refreshSubscription(deps, id, asOf)
  for (const companyId of effects.subscribedCompanyIds) await endSurplusSubscriptions(deps, companyId)
  await applyParked(deps, effects.arrived)
}

async function applyParked(deps: InboxDeps, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const rows = await deps.database
    .selectFrom('provider_events')
    .select('payload')
    .where('status', '=', 'PARKED')
    .where('waits_for', 'in', [...keys])
    .orderBy('event_created_at')
    .orderBy('id')
    .execute()
  for (const { payload } of rows) await applyEvent(deps, deps.readEvent(payload))
}
