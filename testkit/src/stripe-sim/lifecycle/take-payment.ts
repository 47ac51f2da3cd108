import type { Stripe } from 'stripe'
import { emitEvent } from '../account/emit-event.ts'
import { type PaymentBehaviour, type SimAccount, type StoredCharge, idOf } from '../account/sim-account.ts'
import { newCharge, newPaymentIntent } from '../objects/new-payment.ts'

type PaymentOrder = {
  amount: number
  currency: string
  customer: string | null
  invoice?: string | null | undefined
  metadata?: Stripe.Metadata | undefined
  /** A payment intent that failed before and is retried. */
  intent?: Stripe.PaymentIntent | undefined
}

export type PaymentTaken = { intent: Stripe.PaymentIntent; charge: StoredCharge | null; isPaid: boolean }

export function takePayment(
  account: SimAccount,
  order: PaymentOrder,
  behaviour: PaymentBehaviour,
): PaymentTaken {
  const intent = order.intent ?? openIntent(account, order)
  if (behaviour === 'requires_action') {
    intent.status = 'requires_action'
    emitEvent(account, 'payment_intent.requires_action', intent)
    return { intent, charge: null, isPaid: false }
  }
  const charge = newCharge(account, {
    amount: order.amount,
    currency: order.currency,
    customer: order.customer,
    payment_intent: intent.id,
    invoice: order.invoice ?? null,
    metadata: { ...intent.metadata },
    payment_method: 'pm_card_visa',
    ...(behaviour === 'declines' ? declinedCharge : {}),
  })
  account.charges.set(charge.id, charge)
  intent.latest_charge = charge.id
  if (behaviour === 'declines') {
    intent.status = 'requires_payment_method'
    emitEvent(account, 'charge.failed', charge)
    emitEvent(account, 'payment_intent.payment_failed', intent)
    return { intent, charge, isPaid: false }
  }
  intent.status = 'succeeded'
  intent.amount_received = order.amount
  emitEvent(account, 'charge.succeeded', charge)
  emitEvent(account, 'payment_intent.succeeded', intent)
  return { intent, charge, isPaid: true }
}

/** A delayed method: authorised now, settled or failed days later. */
export function openDelayedPayment(account: SimAccount, order: PaymentOrder): Stripe.PaymentIntent {
  const intent = openIntent(account, order)
  intent.status = 'processing'
  emitEvent(account, 'payment_intent.processing', intent)
  return intent
}

function openIntent(account: SimAccount, order: PaymentOrder): Stripe.PaymentIntent {
  const intent = newPaymentIntent(account, {
    amount: order.amount,
    currency: order.currency,
    customer: order.customer,
    invoice: idOf(order.invoice),
    metadata: { ...order.metadata },
  })
  account.paymentIntents.set(intent.id, intent)
  emitEvent(account, 'payment_intent.created', intent)
  return intent
}

const declinedCharge: Partial<StoredCharge> = {
  status: 'failed',
  paid: false,
  captured: false,
  amount_captured: 0,
  failure_code: 'card_declined',
  failure_message: 'Your card was declined.',
  balance_transaction: null,
}
