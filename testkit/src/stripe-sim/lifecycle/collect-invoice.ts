// Tries to collect an invoice, retries for days if necessary, and updates the subscription with the outcome.
import type { Stripe } from 'stripe'
import { emitEvent } from '../account/emit-event.ts'
import { idOf, nowOf, type SimAccount } from '../account/sim-account.ts'
import { changeSubscription, endSubscription, isOver } from './change-subscription.ts'
import { type PaymentTaken, takePayment } from './take-payment.ts'

const retryDays = [3, 5, 7]

export function collectInvoice(account: SimAccount, invoice: Stripe.Invoice): boolean {
  if (invoice.amount_due === 0) {
    markPaid(account, invoice)
    return true
  }
  const customer = idOf(invoice.customer)
  const taken = takePayment(
    account,
    {
      amount: invoice.amount_remaining,
      currency: invoice.currency,
      customer,
      invoice: invoice.id,
      intent: account.paymentIntents.get(idOf(invoice.payment_intent) ?? ''),
    },
    account.paymentBehaviours.get(customer ?? '') ?? 'succeeds',
  )
  invoice.payment_intent = taken.intent.id
  invoice.charge = taken.charge?.id ?? null
  if (taken.isPaid) markPaid(account, invoice, taken)
  else fail(account, invoice, taken)
  return taken.isPaid
}

export function markPaid(
  account: SimAccount,
  invoice: Stripe.Invoice,
  by?: PaymentTaken | 'out_of_band',
): void {
  invoice.status = 'paid'
  invoice.paid = true
  invoice.attempted = true
  invoice.amount_remaining = 0
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = nowOf(account)
  if (by === 'out_of_band') invoice.paid_out_of_band = true
  invoice.amount_paid = by === undefined ? 0 : invoice.amount_due
  if (by !== undefined && by !== 'out_of_band') {
    invoice.attempt_count += 1
    invoice.payment_intent = by.intent.id
    invoice.charge = by.charge?.id ?? null
    by.intent.invoice = invoice.id
  }
  emitEvent(account, 'invoice.paid', invoice)
  emitEvent(account, 'invoice.payment_succeeded', invoice)
  revive(account, invoice)
}

function revive(account: SimAccount, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOf(account, invoice)
  if (!subscription || isOver(subscription)) return
  const { status } = subscription
  if (status === 'incomplete' || status === 'past_due' || status === 'unpaid')
    changeSubscription(account, subscription, { status: 'active' })
}

function fail(account: SimAccount, invoice: Stripe.Invoice, taken: PaymentTaken): void {
  const waitDays = retryDays[invoice.attempt_count]
  const isFirstOfAll = invoice.billing_reason === 'subscription_create'
  invoice.attempted = true
  invoice.attempt_count += 1
  invoice.next_payment_attempt =
    waitDays === undefined || isFirstOfAll ? null : nowOf(account) + waitDays * 86_400
  emitEvent(account, 'invoice.payment_failed', invoice)
  if (taken.intent.status === 'requires_action')
    emitEvent(account, 'invoice.payment_action_required', invoice)
  if (isFirstOfAll) return
  const subscription = subscriptionOf(account, invoice)
  if (subscription && !isOver(subscription)) dun(account, subscription, invoice)
  const due = invoice.next_payment_attempt
  if (due === null) return
  account.agenda.enter(due, () => {
    const isStillDue = invoice.status === 'open' && invoice.next_payment_attempt === due
    if (isStillDue && !(subscription && isOver(subscription))) collectInvoice(account, invoice)
  })
}

function dun(account: SimAccount, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  if (invoice.next_payment_attempt !== null || account.afterLastRetry === 'past_due') {
    changeSubscription(account, subscription, { status: 'past_due' })
    return
  }
  if (account.afterLastRetry === 'cancel') endSubscription(account, subscription, 'payment_failed')
  else changeSubscription(account, subscription, { status: 'unpaid' })
}

function subscriptionOf(account: SimAccount, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  return account.subscriptions.get(idOf(invoice.subscription) ?? '')
}
