// Does what an event asks for: the facts, the credits and the event's own status in one transaction, so that there is
// never one without the other. Whoever fails, or dies, leaves the event as it was.
import { assert } from '@gatehouse/runtime/assert'
import type { Tables } from '@gatehouse/schema/tables'
import { type Transaction, sql } from 'kysely'
import type { ProviderEvent } from '../../facts/provider-event.ts'
import { retryDelayMs } from '../../rules/retry-delay.ts'
import { type ApplyingBook, createApplyingBook, lockCustomer } from '../apply/applying.ts'
import { applyFact } from '../apply/apply-fact.ts'
import { type Prepared, askFirst } from './ask-first.ts'
import type { InboxDeps } from './inbox-deps.ts'
import { endSurplusSubscriptions } from './end-surplus-subscriptions.ts'
import { refreshSubscription } from './refresh-subscription.ts'
import type { EventStatus } from './store-event.ts'

export type ApplyOutcome =
  | { kind: 'processed'; effects: readonly string[] }
  | { kind: 'parked'; waitsFor: string; reason: string; effects: readonly string[] }
  /** Somebody else has it in hand, or it was done before. */
  | { kind: 'skipped' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'quarantined'; reason: string }

const waiting: readonly EventStatus[] = ['RECEIVED', 'PARKED']
const attemptsMax = 4

/** Never throws: what went wrong is noted at the event, which is tried again later. */
export async function applyEvent(
  deps: InboxDeps,
  event: ProviderEvent,
  statuses: readonly EventStatus[] = waiting,
): Promise<ApplyOutcome> {
  try {
    const { outcome, book } = await applyOnce(deps, event, { statuses, isRehearsal: false })
    if (book) await followUp(deps, book, event.createdAt)
    return outcome
  } catch (thrown) {
    deps.logger.warn('an event of the payment provider was not applied', {
      error: thrown,
      event_id: event.id,
      event_type: event.type,
    })
    await noteFailure(deps, event.id, thrown)
    return { kind: 'failed', error: thrown }
  }
}

/** What it would do now, without doing it. */
export async function rehearseEvent(deps: InboxDeps, event: ProviderEvent): Promise<ApplyOutcome> {
  const all: readonly EventStatus[] = ['RECEIVED', 'PARKED', 'PROCESSED', 'QUARANTINED', 'IGNORED']
  return (await applyOnce(deps, event, { statuses: all, isRehearsal: true })).outcome
}

type Attempt = { statuses: readonly EventStatus[]; isRehearsal: boolean }
type Attempted = { outcome: ApplyOutcome; book?: ApplyingBook }

async function applyOnce(deps: InboxDeps, event: ProviderEvent, attempt: Attempt): Promise<Attempted> {
  const fact = readFact(deps, event)
  if (fact.kind === 'unreadable') return quarantine(deps, event, { ...attempt, reason: fact.reason })
  if (fact.value === undefined) return { outcome: { kind: 'processed', effects: [] } }
  for (let time = 1; ; time += 1) {
    const prepared = await askFirst(deps, fact.value)
    const attempted = await inTransaction(deps, event, { ...attempt, prepared })
    if (attempted !== 'overtaken') return attempted
    assert(time < attemptsMax, 'the provider was asked, and each time its answer was overtaken')
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

class Rehearsed extends Error {
  readonly attempted: Attempted
  constructor(attempted: Attempted) {
    super('a rehearsal is rolled back')
    this.attempted = attempted
  }
}

async function inTransaction(
  deps: InboxDeps,
  event: ProviderEvent,
  { statuses, isRehearsal, prepared }: Attempt & { prepared: Prepared },
): Promise<Attempted | 'overtaken'> {
  const { database, ids, logger, onNotice } = deps
  try {
    return await database.transaction().execute(async (tx): Promise<Attempted | 'overtaken'> => {
      if (!(await claimEvent(tx, event.id, statuses))) return { outcome: { kind: 'skipped' } }
      await lockCustomer(tx, prepared.lockKey ?? event.objectId ?? event.id)
      const book = createApplyingBook()
      const applying = { tx, ids, logger, saidAt: event.createdAt, book, onNotice }
      const result = await applyFact(applying, { ...prepared, eventType: event.type })
      if (result.kind === 'overtaken') return 'overtaken'
      const { effects } = book
      const outcome: ApplyOutcome =
        result.kind === 'parked' ? { ...result, effects } : { kind: 'processed', effects }
      if (isRehearsal) throw new Rehearsed({ outcome })
      await noteOutcome(tx, event.id, outcome)
      return { outcome, book }
    })
  } catch (thrown) {
    if (thrown instanceof Rehearsed) return thrown.attempted
    throw thrown
  }
}

/** One that is locked is in somebody's hands already; waiting for it would only tie up a connection. */
async function claimEvent(
  tx: Transaction<Tables>,
  id: string,
  statuses: readonly EventStatus[],
): Promise<boolean> {
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

async function noteOutcome(tx: Transaction<Tables>, id: string, outcome: ApplyOutcome): Promise<void> {
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

const seconds = Array.from({ length: 6 }, (_, index) => retryDelayMs(index + 1) / 1_000)
const nextAttempt = sql<Date>`now() + make_interval(secs => (array[${sql.raw(seconds.join(', '))}])[least(attempts + 1, 6)])`

async function noteFailure({ database, logger }: InboxDeps, id: string, thrown: unknown): Promise<void> {
  try {
    await database
      .updateTable('provider_events')
      .set({
        attempts: sql`attempts + 1`,
        next_attempt_at: nextAttempt,
        last_error: (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 500),
      })
      .where('id', '=', id)
      .where('status', 'in', [...waiting])
      .execute()
  } catch (error) {
    // The database is away: the event is due again all the same, by the time it was stored with.
    logger.warn('the failure of an event could not be noted', { error, event_id: id })
  }
}

async function quarantine(
  { database, logger }: InboxDeps,
  event: ProviderEvent,
  { statuses, isRehearsal, reason }: Attempt & { reason: string },
): Promise<Attempted> {
  if (!isRehearsal) {
    await database
      .updateTable('provider_events')
      .set({ status: 'QUARANTINED', last_error: reason.slice(0, 500) })
      .where('id', '=', event.id)
      .where('status', 'in', [...statuses])
      .execute()
    logger.error('an event of the payment provider cannot be read', {
      event_id: event.id,
      event_type: event.type,
      pages: true,
    })
  }
  return { outcome: { kind: 'quarantined', reason } }
}

async function followUp(deps: InboxDeps, book: ApplyingBook, saidAt: Date): Promise<void> {
  if (book.companyIds.size > 0) deps.onCompaniesChanged?.([...book.companyIds])
  for (const id of book.subscriptionsToRead) await refreshSubscription(deps, id, saidAt)
  for (const companyId of book.subscribedCompanyIds) await endSurplusSubscriptions(deps, companyId)
  await applyWaiting(deps, book.arrived)
}

async function applyWaiting(deps: InboxDeps, keys: readonly string[]): Promise<void> {
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
