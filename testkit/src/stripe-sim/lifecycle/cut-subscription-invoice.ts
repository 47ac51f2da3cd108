import type { Stripe } from 'stripe'
import { type SimAccount, idOf, nowOf } from '../account/sim-account.ts'
import { itemLine, newInvoiceLine } from '../objects/new-invoice.ts'
import { changeSubscription, isOver } from './change-subscription.ts'
import { collectInvoice } from './collect-invoice.ts'
import { draftInvoice, finalizeInvoice, markUncollectible, voidInvoice } from './finalize-invoice.ts'

type Reason = 'subscription_create' | 'subscription_cycle' | 'subscription_update'

/** By default the invoice has the pending prorations and the full current period; `lines` replaces both. */
export function cutSubscriptionInvoice(
  account: SimAccount,
  subscription: Stripe.Subscription,
  reason: Reason,
  lines = [...takePendingLines(account, subscription), ...periodLines(account, subscription)],
): Stripe.Invoice {
  const isSent = subscription.collection_method === 'send_invoice'
  const invoice = draftInvoice(
    account,
    {
      customer: idOf(subscription.customer),
      currency: subscription.currency,
      billing_reason: reason,
      collection_method: subscription.collection_method,
      due_date: isSent ? nowOf(account) + (subscription.days_until_due ?? 30) * 86_400 : null,
      subscription: subscription.id,
      subscription_details: { metadata: { ...subscription.metadata } },
      period_start: subscription.current_period_start,
      period_end: subscription.current_period_end,
    },
    lines,
  )
  subscription.latest_invoice = invoice.id
  if (subscription.pause_collection?.behavior === 'keep_as_draft') return invoice
  finalizeInvoice(account, invoice)
  if (invoice.status !== 'open') return invoice
  if (subscription.pause_collection) leaveUncollected(account, subscription, invoice)
  else if (isSent && invoice.amount_due > 0) awaitDueDate(account, subscription, invoice)
  else collectInvoice(account, invoice)
  return invoice
}

export function periodLines(
  account: SimAccount,
  subscription: Stripe.Subscription,
): Stripe.InvoiceLineItem[] {
  const isTrial = subscription.status === 'trialing'
  return subscription.items.data.map((item) =>
    newInvoiceLine(account, {
      amount: isTrial ? 0 : (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
      currency: subscription.currency,
      description: isTrial
        ? 'Trial period'
        : `${item.quantity ?? 1} × ${item.price.nickname ?? item.price.id}`,
      period: { start: subscription.current_period_start, end: subscription.current_period_end },
      price: structuredClone(item.price),
      quantity: item.quantity ?? 1,
      subscription: subscription.id,
      subscription_item: item.id,
      metadata: { ...subscription.metadata },
      type: 'subscription',
    }),
  )
}

/** Takes the prorations that were waiting for the next invoice. */
export function takePendingLines(
  account: SimAccount,
  subscription: Stripe.Subscription,
): Stripe.InvoiceLineItem[] {
  const pending = [...account.invoiceItems.values()].filter(
    (item) => item.invoice === null && item.subscription === subscription.id,
  )
  return pending.map((item) => {
    account.invoiceItems.delete(item.id)
    return itemLine(account, item)
  })
}

function leaveUncollected(
  account: SimAccount,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): void {
  if (subscription.pause_collection?.behavior === 'mark_uncollectible') markUncollectible(account, invoice)
  else voidInvoice(account, invoice)
}

/** When an invoice falls due, the provider sends no event for the invoice; only the subscription changes. */
function awaitDueDate(account: SimAccount, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  account.agenda.enter(invoice.due_date ?? nowOf(account), () => {
    if (invoice.status === 'open' && !isOver(subscription))
      changeSubscription(account, subscription, { status: 'past_due' })
  })
}
