// What every handler of a fact works with: the transaction, and a record of its effects.
import type { Ids } from '@gatehouse/runtime/ids'
import type { Transaction } from '@gatehouse/schema/database'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { sql } from 'kysely'
import type { Notice } from '../rules/describe-notice.ts'

export type ApplyContext = {
  tx: Transaction
  ids: Ids
  logger: Logger
  /** When the event was created, or the object fetched. */
  asOf: Date
  effects: AppliedEffects
  onNotice?: SendNotice | undefined
}

/** Called once per notice, in the transaction that writes it, to send it to the company's people. */
export type SendNotice = (tx: Transaction, notice: Notice) => Promise<void>

export type AppliedEffects = {
  /** Readable descriptions, shown for a replayed or dry-run event. */
  summary: string[]
  /** Companies whose credits or invoices changed. */
  companyIds: Set<string>
  /** Keys that parked events may be waiting for and that now exist. */
  arrived: string[]
  /** Subscriptions to fetch from the provider after the commit. */
  subscriptionsToRead: Set<string>
  /** Companies for which this event reports an active subscription, which may be a second one. */
  subscribedCompanyIds: Set<string>
}

export type Applied =
  | { kind: 'applied' }
  /** A prerequisite is missing that may still arrive; everything else was applied. */
  | { kind: 'parked'; waitsFor: string; reason: string }
  /** The fetched state was overtaken by a later write: fetch again. */
  | { kind: 'overtaken' }

export const applied: Applied = { kind: 'applied' }

export function createAppliedEffects(): AppliedEffects {
  return {
    summary: [],
    companyIds: new Set(),
    arrived: [],
    subscriptionsToRead: new Set(),
    subscribedCompanyIds: new Set(),
  }
}

/**
 * Serialises everything that concerns one customer. Facts about one payment come from several objects; two concurrent
 * transactions that cannot see each other would each park, waiting for the other.
 */
export async function lockCustomer(tx: Transaction, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`billing ${key}`}, 0))`.execute(tx)
}

/** Makes parked events that wait for one of these keys due immediately. */
export async function wakeParkedEvents(
  { tx, effects }: ApplyContext,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  effects.arrived.push(...keys)
  await tx
    .updateTable('provider_events')
    .set({ next_attempt_at: sql`now()` })
    .where('status', '=', 'PARKED')
    .where('waits_for', 'in', [...keys])
    .execute()
}

export async function writeNotice({ tx, effects, onNotice }: ApplyContext, notice: Notice): Promise<void> {
  const { companyId, key, kind, details } = notice
  const inserted = await tx
    .insertInto('billing_notices')
    .values({
      notice_key: key,
      company_id: companyId,
      kind,
      details: JSON.stringify(details),
      sent_at: onNotice ? sql`now()` : null,
    })
    .onConflict((conflict) => conflict.column('notice_key').doNothing())
    .returning('notice_key')
    .executeTakeFirst()
  if (!inserted) return
  effects.summary.push(`notice ${kind} (${key})`)
  await onNotice?.(tx, notice)
}
