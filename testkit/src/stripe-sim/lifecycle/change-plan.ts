// Changes the price of a subscription: the unused part of the current period is credited at the old price and billed at
// the new one, immediately or with the next invoice.
import type { Stripe } from 'stripe'
import { type SimAccount, idOf, nowOf } from '../account/sim-account.ts'
import { itemLine, newInvoiceItem } from '../objects/new-invoice.ts'
import { planOf } from '../objects/new-price.ts'
import { periodEnd } from './billing-period.ts'
import { changeSubscription } from './change-subscription.ts'
import { cutSubscriptionInvoice, periodLines, takePendingLines } from './cut-subscription-invoice.ts'
import { schedulePeriod } from './renew-subscription.ts'

export type ProrationBehaviour = 'create_prorations' | 'always_invoice' | 'none'

export type ItemChange = { itemId: string; price: Stripe.Price; quantity: number }

export function changePlan(
  account: SimAccount,
  subscription: Stripe.Subscription,
  { change, proration }: { change: ItemChange; proration: ProrationBehaviour },
): void {
  const before = subscription.items.data.find(({ id }) => id === change.itemId)
  if (!before) return
  const isTrial = subscription.status === 'trialing'
  const prorations =
    proration === 'none' || isTrial ? [] : prorate(account, subscription, { before, after: change })
  const items = { ...subscription.items, data: subscription.items.data.map((item) => changed(item, change)) }
  const { recurring } = change.price
  if (!isTrial && recurring && isNewCycle(before.price, change.price)) {
    const now = nowOf(account)
    const current_period_end = periodEnd(now, recurring)
    const period = { current_period_start: now, current_period_end, billing_cycle_anchor: now }
    changeSubscription(account, subscription, { items, ...period })
    const credits = prorations.filter(({ amount }) => amount < 0).map((item) => itemLine(account, item))
    const lines = [...credits, ...periodLines(account, subscription)]
    cutSubscriptionInvoice(account, subscription, 'subscription_update', lines)
    schedulePeriod(account, subscription)
    return
  }
  changeSubscription(account, subscription, { items })
  if (proration !== 'always_invoice') {
    for (const item of prorations) account.invoiceItems.set(item.id, item)
    return
  }
  const lines = prorations.map((item) => itemLine(account, item))
  if (lines.length > 0) cutSubscriptionInvoice(account, subscription, 'subscription_update', lines)
}

function changed(item: Stripe.SubscriptionItem, change: ItemChange): Stripe.SubscriptionItem {
  if (item.id !== change.itemId) return item
  const price = structuredClone(change.price)
  return { ...item, price, plan: planOf(price) ?? item.plan, quantity: change.quantity }
}

/** A different interval, or a change from free to paid, starts a new period. */
function isNewCycle(before: Stripe.Price, after: Stripe.Price): boolean {
  const isOtherInterval =
    before.recurring?.interval !== after.recurring?.interval ||
    before.recurring?.interval_count !== after.recurring?.interval_count
  return isOtherInterval || ((before.unit_amount ?? 0) === 0 && (after.unit_amount ?? 0) > 0)
}

/** Credits the unused time of a subscription that ends within its period, immediately or with a later invoice. */
export function creditUnusedTime(
  account: SimAccount,
  subscription: Stripe.Subscription,
  when: 'now' | 'later',
): void {
  const isCredited = subscription.status !== 'trialing' && nowOf(account) < subscription.current_period_end
  const credits = isCredited
    ? subscription.items.data.flatMap((before) => prorate(account, subscription, { before }))
    : []
  if (when === 'later') {
    for (const item of credits) account.invoiceItems.set(item.id, item)
    return
  }
  const lines = [
    ...takePendingLines(account, subscription),
    ...credits.map((item) => itemLine(account, item)),
  ]
  if (lines.length > 0) cutSubscriptionInvoice(account, subscription, 'subscription_update', lines)
}

function prorate(
  account: SimAccount,
  subscription: Stripe.Subscription,
  { before, after }: { before: Stripe.SubscriptionItem; after?: ItemChange },
): Stripe.InvoiceItem[] {
  const now = nowOf(account)
  const { current_period_start: start, current_period_end: end } = subscription
  const fraction = (end - now) / (end - start)
  const part = (price: Stripe.Price, quantity: number, sign: 1 | -1): Stripe.InvoiceItem =>
    newInvoiceItem(account, {
      amount: sign * Math.round((price.unit_amount ?? 0) * quantity * fraction),
      currency: subscription.currency,
      customer: idOf(subscription.customer),
      description: sign < 0 ? 'Unused time' : 'Remaining time',
      period: { start: now, end },
      price: structuredClone(price),
      proration: true,
      quantity,
      subscription: subscription.id,
      subscription_item: before.id,
    })
  const unused = part(before.price, before.quantity ?? 1, -1)
  return after ? [unused, part(after.price, after.quantity, 1)] : [unused]
}
