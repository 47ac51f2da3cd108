// Applies refunds and disputes. The row of a charge stores its current state, not its history, so events may be
// repeated and arrive in any order; the ledger is then brought in line with that state.
import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'
import type { ChargeFact, DisputeFact } from '../facts/provider-fact.ts'
import { stopAfterTakeBack } from '../top-up/stop-top-up.ts'
import { type Applied, type ApplyContext, applied, writeNotice } from './apply-context.ts'
import { type RecordedDispute, recordDispute } from './record-dispute.ts'
import { type Payment, settleRefunds } from './settle-refunds.ts'

/** The charge as fetched from the provider, and the revision of our row before the fetch. */
export type FetchedCharge = { charge: ChargeFact; revision: bigint | null }

type ChargeRow = Selectable<Tables['provider_charges']>

/**
 * Applies an event about refunds. The event alone can only raise the refunded amount; only a fetched charge can lower
 * it.
 */
export async function applyCharge(
  context: ApplyContext,
  fact: ChargeFact,
  fetched: FetchedCharge | undefined,
): Promise<Applied> {
  const stored = await lockCharge(context, fact.chargeId)
  if (stored?.has_failed_refund) {
    if (!isCurrent(stored, fetched)) return { kind: 'overtaken' }
    return writeAndSettle(context, fetched.charge, { stored, refundedMinor: fetched.charge.refundedMinor })
  }
  const known = stored?.refunded_minor ?? 0n
  const refundedMinor = fact.refundedMinor > known ? fact.refundedMinor : known
  return writeAndSettle(context, fact, { stored, refundedMinor })
}

/** Applies a failed refund: the refunded total becomes the one that the provider reports now, which may be lower. */
export async function applyFailedRefund(context: ApplyContext, fetched: FetchedCharge): Promise<Applied> {
  const { charge } = fetched
  const stored = await lockCharge(context, charge.chargeId)
  if (!isCurrent(stored, fetched)) return { kind: 'overtaken' }
  const changes = { stored, refundedMinor: charge.refundedMinor, hasFailedRefund: true }
  return writeAndSettle(context, charge, changes)
}

/** Holds the remaining credits while a dispute is open; the amount lost in the end counts as refunded. */
export async function applyDispute(
  context: ApplyContext,
  fact: DisputeFact,
  fetched: FetchedCharge,
): Promise<Applied> {
  const { charge } = fetched
  const stored = await lockCharge(context, charge.chargeId)
  const known = stored?.refunded_minor ?? 0n
  const refundedMinor = charge.refundedMinor > known ? charge.refundedMinor : known
  const dispute = await recordDispute(context, charge.chargeId, fact)
  if (dispute.isNewlyOpen) {
    context.logger.error('payment disputed', { dispute_id: fact.disputeId, charge_id: charge.chargeId })
  }
  return writeAndSettle(context, charge, { stored, refundedMinor, dispute })
}

function isCurrent(
  stored: ChargeRow | undefined,
  fetched: FetchedCharge | undefined,
): fetched is FetchedCharge & { charge: ChargeFact } {
  return fetched !== undefined && (stored?.revision ?? null) === fetched.revision
}

async function lockCharge({ tx }: ApplyContext, chargeId: string): Promise<ChargeRow | undefined> {
  return tx
    .selectFrom('provider_charges')
    .selectAll()
    .where('provider_charge_id', '=', chargeId)
    .forUpdate()
    .executeTakeFirst()
}

type ChargeChanges = {
  stored: ChargeRow | undefined
  refundedMinor: bigint
  hasFailedRefund?: boolean
  dispute?: RecordedDispute
}

async function writeAndSettle(
  context: ApplyContext,
  fact: ChargeFact,
  changes: ChargeChanges,
): Promise<Applied> {
  const { tx } = context
  const payment = await findPayment(context, fact)
  const { dispute } = changes
  const state = {
    provider_payment_intent_id: fact.paymentIntentId,
    provider_invoice_id: fact.invoiceId,
    provider_customer_id: fact.customerId,
    purchase_id: payment?.kind === 'purchase' ? payment.id : null,
    amount_minor: fact.amountMinor,
    refunded_minor: changes.refundedMinor,
    ...(changes.hasFailedRefund ? { has_failed_refund: true } : {}),
    // For processes of the previous release, which know one dispute of a charge.
    ...(dispute
      ? {
          dispute_status: dispute.fact.status,
          dispute_id: dispute.fact.disputeId,
          disputed_minor: dispute.fact.amountMinor,
        }
      : {}),
  }
  await tx
    .insertInto('provider_charges')
    .values({ provider_charge_id: fact.chargeId, ...state })
    .onConflict((conflict) =>
      conflict
        .column('provider_charge_id')
        .doUpdateSet({ ...state, revision: sql`provider_charges.revision + 1`, updated_at: sql`now()` }),
    )
    .execute()
  if (!payment) {
    const waitsFor =
      fact.invoiceId === null
        ? `payment_intent:${fact.paymentIntentId ?? fact.chargeId}`
        : `invoice:${fact.invoiceId}`
    return { kind: 'parked', waitsFor, reason: 'the payment behind the charge is unknown' }
  }
  await settleRefunds(context, payment)
  // Also if its credits are spent, so that nothing is held.
  if (dispute?.isNewlyOpen) await stopAfterTakeBack(context, payment.companyId)
  if (dispute) {
    const { disputeId, status } = dispute.fact
    await writeNotice(context, {
      companyId: payment.companyId,
      key: `dispute:${disputeId}:${status}`,
      kind: 'payment.disputed',
      details: { status, charge_id: fact.chargeId },
    })
  }
  return applied
}

type FoundPayment = Payment & { companyId: string }

/**
 * Locks the purchase. If its checkout is being completed in another transaction, either this one sees the completed
 * purchase, or the other one sees this charge.
 */
async function findPayment({ tx }: ApplyContext, fact: ChargeFact): Promise<FoundPayment | undefined> {
  const purchase = await tx
    .selectFrom('credit_pack_purchases')
    .select(['id', 'company_id', 'provider_payment_intent_id'])
    .where((where) =>
      fact.purchaseId === null
        ? where('provider_payment_intent_id', '=', fact.paymentIntentId)
        : where('id', '=', fact.purchaseId),
    )
    .forUpdate()
    .executeTakeFirst()
  if (purchase) {
    const { id, company_id: companyId, provider_payment_intent_id: paymentIntentId } = purchase
    return { kind: 'purchase', id, companyId, paymentIntentId }
  }
  if (fact.invoiceId === null) return undefined
  const invoice = await tx
    .selectFrom('invoices')
    .select(['company_id', 'purchase_id'])
    .where('provider_invoice_id', '=', fact.invoiceId)
    .executeTakeFirst()
  if (!invoice) return undefined
  const companyId = invoice.company_id
  return invoice.purchase_id === null
    ? { kind: 'invoice', id: fact.invoiceId, companyId }
    : { kind: 'purchase', id: invoice.purchase_id, companyId, paymentIntentId: fact.paymentIntentId }
}
