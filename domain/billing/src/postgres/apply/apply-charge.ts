// Refunds and disputes. What is stored of a charge is how things stand, not what happened to it, so that the same news
// may come twice and in any order; the ledger is then brought to that state.
import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'
import type { ChargeFact, DisputeFact } from '../../facts/provider-fact.ts'
import { type Applied, type Applying, applied } from './applying.ts'
import { type Payment, settleRefunds } from './settle-refunds.ts'
import { writeNotice } from './write-notice.ts'

/** What the provider said when it was asked, and which state of ours that was to replace. */
export type AskedCharge = { charge: ChargeFact; revision: bigint | null }

type ChargeRow = Selectable<Tables['provider_charges']>

/** A message about refunds. Without having asked, it can only raise what was refunded. */
export async function applyCharge(
  applying: Applying,
  fact: ChargeFact,
  asked: AskedCharge | undefined,
): Promise<Applied> {
  const stored = await lockCharge(applying, fact.chargeId)
  if (stored?.has_failed_refund) {
    if (!isCurrent(stored, asked)) return { kind: 'overtaken' }
    return writeAndSettle(applying, asked.charge, { stored, refundedMinor: asked.charge.refundedMinor })
  }
  const known = stored?.refunded_minor ?? 0n
  const refundedMinor = fact.refundedMinor > known ? fact.refundedMinor : known
  return writeAndSettle(applying, fact, { stored, refundedMinor })
}

/** A refund has failed, so what was refunded in all is what the provider says now. */
export async function applyFailedRefund(applying: Applying, asked: AskedCharge): Promise<Applied> {
  const { charge } = asked
  const stored = await lockCharge(applying, charge.chargeId)
  if (!isCurrent(stored, asked)) return { kind: 'overtaken' }
  const changes = { stored, refundedMinor: charge.refundedMinor, hasFailedRefund: true }
  return writeAndSettle(applying, charge, changes)
}

/** What is left of the credits is held while a dispute is open; what it takes in the end counts as refunded. */
export async function applyDispute(
  applying: Applying,
  fact: DisputeFact,
  asked: AskedCharge,
): Promise<Applied> {
  const { charge } = asked
  const stored = await lockCharge(applying, charge.chargeId)
  const known = stored?.refunded_minor ?? 0n
  const refundedMinor = charge.refundedMinor > known ? charge.refundedMinor : known
  const dispute = isDisputeNews(stored, fact) ? fact : undefined
  if (dispute?.status === 'OPEN' && stored?.dispute_status !== 'OPEN') {
    applying.logger.error('a payment is disputed', { dispute_id: fact.disputeId, charge_id: charge.chargeId })
  }
  return writeAndSettle(applying, charge, { stored, refundedMinor, dispute })
}

/** What is over stays over. Of two disputes of one charge, one that was won says nothing about the other. */
function isDisputeNews(stored: ChargeRow | undefined, { disputeId, status }: DisputeFact): boolean {
  const isOver = stored?.dispute_status === 'WON' || stored?.dispute_status === 'LOST'
  if (stored?.dispute_id === disputeId) return !isOver || status !== 'OPEN'
  return stored?.dispute_status == null || status !== 'WON'
}

function isCurrent(
  stored: ChargeRow | undefined,
  asked: AskedCharge | undefined,
): asked is AskedCharge & { charge: ChargeFact } {
  return asked !== undefined && (stored?.revision ?? null) === asked.revision
}

async function lockCharge({ tx }: Applying, chargeId: string): Promise<ChargeRow | undefined> {
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
  dispute?: DisputeFact | undefined
}

async function writeAndSettle(
  applying: Applying,
  fact: ChargeFact,
  changes: ChargeChanges,
): Promise<Applied> {
  const { tx } = applying
  const payment = await findPayment(applying, fact)
  const { dispute } = changes
  const state = {
    provider_payment_intent_id: fact.paymentIntentId,
    provider_invoice_id: fact.invoiceId,
    provider_customer_id: fact.customerId,
    purchase_id: payment?.kind === 'purchase' ? payment.id : null,
    amount_minor: fact.amountMinor,
    refunded_minor: changes.refundedMinor,
    ...(changes.hasFailedRefund ? { has_failed_refund: true } : {}),
    ...(dispute
      ? {
          dispute_status: dispute.status,
          dispute_id: dispute.disputeId,
          disputed_minor: dispute.amountMinor,
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
    return { kind: 'parked', waitsFor, reason: 'it is not known what the charge paid for' }
  }
  await settleRefunds(applying, payment)
  if (dispute) {
    await writeNotice(applying, {
      companyId: payment.companyId,
      key: `dispute:${dispute.disputeId}:${dispute.status}`,
      kind: 'payment.disputed',
      details: { status: dispute.status, charge_id: fact.chargeId },
    })
  }
  return applied
}

type FoundPayment = Payment & { companyId: string }

/** The purchase is locked, so that its completion, if it is under way, is seen or sees us. */
async function findPayment({ tx }: Applying, fact: ChargeFact): Promise<FoundPayment | undefined> {
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
