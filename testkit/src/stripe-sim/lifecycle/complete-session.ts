// What the customer does on the payment page, and what the provider creates from it.
import type { Stripe } from 'stripe'
import { emitEvent } from '../account/emit-event.ts'
import { type SessionOrder, type SimAccount, idOf, nowOf } from '../account/sim-account.ts'
import { newCustomer } from '../objects/new-customer.ts'
import { saveCard } from '../objects/saved-cards.ts'
import { newInvoiceLine } from '../objects/new-invoice.ts'
import { declined, findOrRefuse, invalid } from '../wire/refusal.ts'
import { markPaid } from './collect-invoice.ts'
import { draftInvoice, finalizeInvoice } from './finalize-invoice.ts'
import { startSubscription } from './start-subscription.ts'
import { type PaymentTaken, openDelayedPayment, takePayment } from './take-payment.ts'

/** `delayed` methods (such as SEPA) complete the session unpaid and are settled days later. */
export type PayingBy = 'card' | 'delayed'

export function completeSession(
  account: SimAccount,
  sessionId: string,
  by: PayingBy = 'card',
): Stripe.Checkout.Session {
  const session = findOrRefuse(account.sessions, { what: 'session', id: sessionId })
  if (session.status !== 'open') throw invalid(`This session is ${session.status}, not open.`)
  const order = orderOf(account, session)
  if (session.mode === 'subscription') {
    const customer = customerOf(account, session)
    const subscription = startSubscription(account, {
      customer,
      items: subscribedItems(account, session),
      metadata: order.subscriptionMetadata,
      trialDays: order.trialDays,
    })
    session.subscription = subscription.id
    session.invoice = idOf(subscription.latest_invoice)
    session.payment_status = subscription.status === 'trialing' ? 'no_payment_required' : 'paid'
  } else {
    payOnce(account, session, by)
  }
  session.status = 'complete'
  session.url = null
  emitEvent(account, 'checkout.session.completed', session)
  return session
}

function payOnce(account: SimAccount, session: Stripe.Checkout.Session, by: PayingBy): void {
  const amount = session.amount_total ?? 0
  if (amount === 0) {
    session.payment_status = 'no_payment_required'
    return
  }
  const order = orderOf(account, session)
  const payment = {
    amount,
    currency: session.currency ?? 'eur',
    customer: idOf(session.customer),
    metadata: order.paymentIntentMetadata,
  }
  if (by === 'delayed') {
    session.payment_intent = openDelayedPayment(account, payment).id
    return
  }
  const behaviour = account.paymentBehaviours.get(payment.customer ?? '') ?? 'succeeds'
  const taken = takePayment(account, payment, behaviour)
  session.payment_intent = taken.intent.id
  if (!taken.isPaid) throw declined(taken.charge?.id ?? '')
  session.payment_status = 'paid'
  if (order.isCardSaved && payment.customer !== null) saveCard(account, payment.customer)
  invoiceSession(account, session, taken)
}

/** Settles or fails a payment by a delayed method. */
export function finishDelayedPayment(
  account: SimAccount,
  sessionId: string,
  outcome: 'succeeded' | 'failed',
): Stripe.Checkout.Session {
  const session = findOrRefuse(account.sessions, { what: 'session', id: sessionId })
  const intent = account.paymentIntents.get(idOf(session.payment_intent) ?? '')
  if (intent?.status !== 'processing') throw invalid('No delayed payment is in progress for this session.')
  const { amount, currency } = intent
  const order = { amount, currency, customer: idOf(intent.customer), intent }
  const taken = takePayment(account, order, outcome === 'succeeded' ? 'succeeds' : 'declines')
  if (outcome === 'succeeded') {
    session.payment_status = 'paid'
    invoiceSession(account, session, taken)
  }
  emitEvent(account, `checkout.session.async_payment_${outcome}`, session)
  return session
}

export function expireSession(account: SimAccount, sessionId: string): Stripe.Checkout.Session {
  const session = findOrRefuse(account.sessions, { what: 'session', id: sessionId })
  if (session.status !== 'open')
    throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired.`)
  session.status = 'expired'
  session.url = null
  emitEvent(account, 'checkout.session.expired', session)
  return session
}

function orderOf(account: SimAccount, session: Stripe.Checkout.Session): SessionOrder {
  return (
    account.orders.get(session.id) ?? {
      paymentIntentMetadata: {},
      subscriptionMetadata: {},
      trialDays: 0,
      isInvoiceCreated: false,
      invoiceMetadata: {},
      isCardSaved: false,
    }
  )
}

function customerOf(account: SimAccount, session: Stripe.Checkout.Session): string {
  const known = idOf(session.customer)
  if (known !== null) return known
  const customer = newCustomer(account, { email: session.customer_email })
  account.customers.set(customer.id, customer)
  emitEvent(account, 'customer.created', customer)
  session.customer = customer.id
  return customer.id
}

function subscribedItems(account: SimAccount, session: Stripe.Checkout.Session) {
  return (account.lineItems.get(session.id) ?? []).flatMap(({ price, quantity }) =>
    price ? [{ price, quantity: quantity ?? 1 }] : [],
  )
}

/**
 * `invoice_creation` on a one-time session: an invoice is created once the payment has succeeded, so `invoice.paid`
 * reports the same purchase as `checkout.session.completed`.
 */
function invoiceSession(account: SimAccount, session: Stripe.Checkout.Session, taken: PaymentTaken): void {
  const order = orderOf(account, session)
  if (!order.isInvoiceCreated) return
  const now = nowOf(account)
  const currency = session.currency ?? 'eur'
  const lines = (account.lineItems.get(session.id) ?? []).map(({ amount_total, price, quantity }) =>
    newInvoiceLine(account, {
      amount: amount_total,
      currency,
      period: { start: now, end: now },
      price,
      quantity,
      type: 'invoiceitem',
    }),
  )
  const invoice = draftInvoice(
    account,
    {
      customer: idOf(session.customer),
      currency,
      billing_reason: 'manual',
      metadata: { ...order.invoiceMetadata },
    },
    lines,
  )
  finalizeInvoice(account, invoice)
  session.invoice = invoice.id
  if (taken.charge) taken.charge.invoice = invoice.id
  markPaid(account, invoice, taken)
}
