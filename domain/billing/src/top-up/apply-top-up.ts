// The effects of a top-up's invoice: its pack is credited when it is paid, and the automatic top-up stops when it is not.
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { enqueueEvent } from '@gatehouse/outgoing-events/enqueue-event'
import type { Transaction } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { type ApplyContext, writeNotice } from '../apply/apply-context.ts'
import { grantCredits } from '../apply/grant-credits.ts'
import { settleRefunds } from '../apply/settle-refunds.ts'
import type { InvoiceFact } from '../facts/provider-fact.ts'
import { describeMismatch } from '../rules/describe-mismatch.ts'
import { billingService, stopTopUp } from './stop-top-up.ts'

type TopUpOf = { companyId: string; purchaseId: string }

export async function isTopUp(tx: Transaction, { companyId, purchaseId }: TopUpOf): Promise<boolean> {
  const row = await tx
    .selectFrom('top_ups')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', purchaseId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Credits the pack of a paid top-up, once. The top-up ends in the same transaction, so that the next one does not begin
 * before the credits of this one count. Does nothing for other purchases, which their checkout completes.
 */
export async function completeTopUp(context: ApplyContext, topUp: TopUpOf, fact: InvoiceFact): Promise<void> {
  const { tx, ids, effects } = context
  const { companyId, purchaseId } = topUp
  if (!(await isTopUp(tx, topUp))) return
  const ended = await tx
    .updateTable('top_ups')
    .set({ status: 'COMPLETED', failure: null, ended_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', purchaseId)
    .where('status', '<>', 'COMPLETED')
    .returning('id')
    .executeTakeFirst()
  if (!ended) return
  const purchase = await completePurchase(context, topUp, fact)
  await grantCredits(context, {
    companyId,
    businessKey: `pack:${purchaseId}`,
    type: 'PACK_PURCHASE',
    amountMicros: purchase.credits_micros,
    purchaseId,
  })
  await settleRefunds(context, { kind: 'purchase', id: purchaseId, paymentIntentId: null })
  await enqueueEvent(ids, tx, { companyId, type: 'top_up.completed', key: purchaseId, data: { purchaseId } })
  effects.summary.push(`top-up ${purchaseId} is COMPLETED`)
}

async function completePurchase(
  { tx }: ApplyContext,
  { companyId, purchaseId }: TopUpOf,
  { totalMinor, currency }: InvoiceFact,
): Promise<{ credits_micros: bigint }> {
  const purchase = await tx
    .selectFrom('credit_pack_purchases')
    .select(['credits_micros', 'price_minor', 'currency'])
    .where('company_id', '=', companyId)
    .where('id', '=', purchaseId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('credit_pack_purchases')
    .set({
      status: 'COMPLETED',
      paid_minor: totalMinor,
      // A discount of the customer, or a tax, may have changed the invoice.
      mismatch: describeMismatch(purchase, { amountMinor: totalMinor, currency }),
      is_awaiting_payment: false,
      completed_at: sql<Date>`now()`,
      updated_at: sql`now()`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', purchaseId)
    .execute()
  return purchase
}

/** Ends the top-up without credits, stops the automatic top-up, and reports both to the company. */
export async function failTopUp(context: ApplyContext, topUp: TopUpOf, reason: string): Promise<void> {
  const { tx, ids, effects } = context
  const { companyId, purchaseId } = topUp
  if (!(await endUnpaid(context, topUp, reason))) return
  await stopTopUp(context, companyId, reason)
  await writeNotice(context, {
    companyId,
    key: `top-up-failed:${purchaseId}`,
    kind: 'top_up.failed',
    details: { purchase_id: purchaseId, reason },
  })
  await enqueueEvent(ids, tx, {
    companyId,
    type: 'top_up.failed',
    key: purchaseId,
    data: { purchaseId, reason },
  })
  effects.summary.push(`top-up ${purchaseId} is FAILED`)
}

/** Ends a top-up that the company no longer wants, or may no longer have. Its settings stay as they are. */
export async function cancelTopUp(context: ApplyContext, topUp: TopUpOf, reason: string): Promise<void> {
  if (!(await endUnpaid(context, topUp, reason))) return
  context.effects.summary.push(`top-up ${topUp.purchaseId} is cancelled`)
}

/** False if the top-up had ended before. */
async function endUnpaid(
  { tx, ids }: ApplyContext,
  { companyId, purchaseId }: TopUpOf,
  reason: string,
): Promise<boolean> {
  const ended = await tx
    .updateTable('top_ups')
    .set({ status: 'FAILED', failure: reason, ended_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', purchaseId)
    .where('status', '=', 'PENDING')
    .returning('id')
    .executeTakeFirst()
  if (!ended) return false
  await tx
    .updateTable('credit_pack_purchases')
    .set({ status: 'FAILED', updated_at: sql`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', purchaseId)
    .where('status', '=', 'PENDING')
    .execute()
  await recordAuditEntry(ids, tx, {
    companyId,
    actor: billingService,
    action: 'top_up.end_unpaid',
    subject: { kind: 'purchase', id: purchaseId },
    details: { reason },
  })
  return true
}
