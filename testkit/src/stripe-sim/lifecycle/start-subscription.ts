import type { Stripe } from 'stripe'
import { emitEvent } from '../account/emit-event.ts'
import { idOf, nowOf, type SimAccount } from '../account/sim-account.ts'
import { newSubscription, newSubscriptionItem } from '../objects/new-subscription.ts'
import { periodEnd } from './billing-period.ts'
import { changeSubscription } from './change-subscription.ts'
import { cutSubscriptionInvoice } from './cut-subscription-invoice.ts'
import { schedulePeriod } from './renew-subscription.ts'

const daySeconds = 86_400
const incompleteHours = 23

export type SubscriptionOrder = {
  customer: string
  items: readonly { price: Stripe.Price; quantity: number }[]
  metadata: Stripe.Metadata
  trialDays: number
  /** Payment term in days, for invoices that are sent rather than charged. */
  daysUntilDue?: number | undefined
  /** What happens to a trial that ends without a payment method. */
  missingPaymentMethod?: 'cancel' | 'create_invoice' | 'pause' | undefined
}

export function startSubscription(account: SimAccount, order: SubscriptionOrder): Stripe.Subscription {
  const now = nowOf(account)
  const first = order.items[0]?.price
  if (!first?.recurring) throw new TypeError('a subscription needs a recurring price')
  const trialEnd = order.trialDays > 0 ? now + order.trialDays * daySeconds : null
  const isSent = order.daysUntilDue !== undefined
  const subscription = newSubscription(account, {
    customer: order.customer,
    currency: first.currency,
    current_period_start: now,
    current_period_end: trialEnd ?? periodEnd(now, first.recurring),
    status: firstStatus({ trialEnd, isSent }),
    metadata: order.metadata,
    trial_start: trialEnd === null ? null : now,
    trial_end: trialEnd,
    billing_cycle_anchor: trialEnd ?? now,
    collection_method: isSent ? 'send_invoice' : 'charge_automatically',
    days_until_due: order.daysUntilDue ?? null,
    trial_settings: {
      end_behavior: { missing_payment_method: order.missingPaymentMethod ?? 'create_invoice' },
    },
  })
  for (const item of order.items)
    subscription.items.data.push(newSubscriptionItem(account, subscription.id, item))
  account.subscriptions.set(subscription.id, subscription)
  emitEvent(account, 'customer.subscription.created', subscription)
  cutSubscriptionInvoice(account, subscription, 'subscription_create')
  schedulePeriod(account, subscription)
  if (subscription.status === 'incomplete') expireIfStillIncomplete(account, subscription)
  return subscription
}

function firstStatus({ trialEnd, isSent }: { trialEnd: number | null; isSent: boolean }) {
  if (trialEnd !== null) return 'trialing'
  return isSent ? 'active' : 'incomplete'
}

function expireIfStillIncomplete(account: SimAccount, subscription: Stripe.Subscription): void {
  account.agenda.enter(nowOf(account) + incompleteHours * 3_600, () => {
    if (subscription.status !== 'incomplete') return
    const invoice = account.invoices.get(idOf(subscription.latest_invoice) ?? '')
    if (invoice) invoice.status = 'void'
    changeSubscription(account, subscription, { status: 'incomplete_expired', ended_at: nowOf(account) })
  })
}
