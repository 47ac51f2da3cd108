import type { Stripe } from 'stripe'
import { emitEvent } from '../account/emit-event.ts'
import { type SimAccount, type StoredCharge, idOf } from '../account/sim-account.ts'
import { newDispute, newRefund } from '../objects/new-payment.ts'
import { findOrRefuse, invalid } from '../wire/refusal.ts'

type RefundOrder = {
  /** The whole remaining amount by default. */
  amount?: number | undefined
  reason?: Stripe.Refund.Reason | null | undefined
  metadata?: Stripe.Metadata | undefined
}

export function refundCharge(account: SimAccount, charge: StoredCharge, order: RefundOrder): Stripe.Refund {
  const left = charge.amount_captured - charge.amount_refunded
  if (charge.refunded || left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded')
  const amount = order.amount ?? left
  if (amount < 1) throw invalid('This value must be greater than or equal to 1.', 'amount')
  if (amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, 'amount')
  const refund = newRefund(account, {
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: idOf(charge.payment_intent),
    reason: order.reason ?? null,
    metadata: order.metadata ?? {},
  })
  account.refunds.set(refund.id, refund)
  const before = charge.amount_refunded
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  emitEvent(account, 'charge.refunded', charge, { previous: { amount_refunded: before } })
  return refund
}

/**
 * Fails a refund: up to 30 days after it, the customer's bank may send the money back. The charge's refunded amount
 * then decreases.
 */
export function failRefund(account: SimAccount, refundId: string): Stripe.Refund {
  const refund = findOrRefuse(account.refunds, { what: 'refund', id: refundId })
  if (refund.status === 'failed') throw invalid('This refund has failed already.')
  const charge = account.charges.get(idOf(refund.charge) ?? '')
  refund.status = 'failed'
  refund.failure_reason = 'lost_or_stolen_card'
  if (charge) {
    charge.amount_refunded -= refund.amount
    charge.refunded = false
  }
  emitEvent(account, 'charge.refund.updated', refund, { previous: { status: 'succeeded' } })
  return refund
}

export function openDispute(account: SimAccount, chargeId: string): Stripe.Dispute {
  const charge = findOrRefuse(account.charges, { what: 'charge', id: chargeId })
  const { amount, currency, payment_intent } = charge
  const dispute = newDispute(account, { amount, currency, charge: charge.id, payment_intent })
  charge.disputed = true
  account.disputes.set(dispute.id, dispute)
  emitEvent(account, 'charge.dispute.created', dispute)
  return dispute
}

export function closeDispute(account: SimAccount, id: string, outcome: 'won' | 'lost'): Stripe.Dispute {
  const dispute = findOrRefuse(account.disputes, { what: 'dispute', id })
  if (dispute.status === 'won' || dispute.status === 'lost') throw invalid('This dispute is closed.')
  dispute.status = outcome
  emitEvent(account, 'charge.dispute.closed', dispute)
  return dispute
}
