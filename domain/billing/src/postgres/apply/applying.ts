// What every handler of a fact has in hand: the transaction, and a book of what it did.
import type { Ids } from '@gatehouse/runtime/ids'
import type { Tables } from '@gatehouse/schema/tables'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type Transaction, sql } from 'kysely'
import type { Notice } from '../../rules/describe-notice.ts'

export type Applying = {
  tx: Transaction<Tables>
  ids: Ids
  logger: Logger
  /** When the provider said it, or when it was asked. */
  saidAt: Date
  book: ApplyingBook
  onNotice?: TellNotice | undefined
}

/** Told of a notice in its transaction, once: for whoever passes it on to people. */
export type TellNotice = (tx: Transaction<Tables>, notice: Notice) => Promise<void>

export type ApplyingBook = {
  /** In words, for whoever asks what an event did or would do. */
  effects: string[]
  /** Whose credits or invoices changed. */
  companyIds: Set<string>
  /** What has come that others may have waited for. */
  arrived: string[]
  /** Subscriptions that the provider must be asked about once this is committed. */
  subscriptionsToRead: Set<string>
  /** Whose subscription lives, so that it may be one too many. */
  subscribedCompanyIds: Set<string>
}

export type Applied =
  | { kind: 'applied' }
  /** Something is missing that may still come; what could be done was done. */
  | { kind: 'parked'; waitsFor: string; reason: string }
  /** What was asked of the provider was overtaken: ask again. */
  | { kind: 'overtaken' }

export const applied: Applied = { kind: 'applied' }

export function createApplyingBook(): ApplyingBook {
  return {
    effects: [],
    companyIds: new Set(),
    arrived: [],
    subscriptionsToRead: new Set(),
    subscribedCompanyIds: new Set(),
  }
}

/**
 * All that concerns one customer is applied one after the other: facts about one payment come from several objects, and
 * two that do not see each other yet would each believe that the other is still to come.
 */
export async function lockCustomer(tx: Transaction<Tables>, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`billing ${key}`}, 0))`.execute(tx)
}

/** Parked events that waited for one of these are due at once. */
export async function tellWhoWaits({ tx, book }: Applying, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  book.arrived.push(...keys)
  await tx
    .updateTable('provider_events')
    .set({ next_attempt_at: sql`now()` })
    .where('status', '=', 'PARKED')
    .where('waits_for', 'in', [...keys])
    .execute()
}
