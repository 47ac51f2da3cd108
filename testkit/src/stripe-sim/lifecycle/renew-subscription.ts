// What happens to a subscription over time: notices, trial ends, renewals, requested cancellations.
import type { Stripe } from 'stripe'
import { emitEvent } from '../account/emit-event.ts'
import { idOf, nowOf, type SimAccount } from '../account/sim-account.ts'
import { newInvoice } from '../objects/new-invoice.ts'
import { periodEnd } from './billing-period.ts'
import { changeSubscription, endSubscription, isOver } from './change-subscription.ts'
import { cutSubscriptionInvoice, periodLines } from './cut-subscription-invoice.ts'

const daySeconds = 86_400
const trialNoticeDays = 3
const renewalNoticeDays = 7

/** Schedules the events of the current period. A task is a no-op if its period has changed in the meantime. */
export function schedulePeriod(account: SimAccount, subscription: Stripe.Subscription): void {
  const end = subscription.current_period_end
  const isCurrent = () => !isOver(subscription) && subscription.current_period_end === end
  const now = nowOf(account)
  if (subscription.status === 'trialing') {
    const noticeAt = Math.max(now, end - trialNoticeDays * daySeconds)
    const notify = () => {
      if (isCurrent()) emitEvent(account, 'customer.subscription.trial_will_end', subscription)
    }
    if (noticeAt === now) notify()
    else account.agenda.enter(noticeAt, notify)
  }
  account.agenda.enter(Math.max(now, end - renewalNoticeDays * daySeconds), () => {
    if (isCurrent()) announceRenewal(account, subscription)
  })
  account.agenda.enter(end, () => {
    if (isCurrent()) endPeriod(account, subscription)
  })
}

/** Announces the next invoice. An upcoming invoice is the provider's only object without an id. */
function announceRenewal(account: SimAccount, subscription: Stripe.Subscription): void {
  const isSilent = subscription.cancel_at_period_end || subscription.collection_method === 'send_invoice'
  if (isSilent || subscription.status === 'paused') return
  const lines = periodLines(account, { ...subscription, status: 'active' })
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const { id: _, ...upcoming } = newInvoice(account, {
    customer: idOf(subscription.customer),
    currency: subscription.currency,
    billing_reason: 'upcoming',
    subscription: subscription.id,
    subscription_details: { metadata: { ...subscription.metadata } },
    amount_due: total,
    amount_remaining: total,
    subtotal: total,
    total,
    next_payment_attempt: subscription.current_period_end,
    period_start: subscription.current_period_start,
    period_end: subscription.current_period_end,
  })
  upcoming.lines.data.push(...lines)
  emitEvent(account, 'invoice.upcoming', upcoming)
}

function endPeriod(account: SimAccount, subscription: Stripe.Subscription): void {
  if (subscription.cancel_at_period_end) {
    endSubscription(account, subscription, 'cancellation_requested')
    return
  }
  if (subscription.status === 'incomplete' || subscription.status === 'paused') return
  if (subscription.status === 'trialing' && endTrial(account, subscription) === 'ended') return
  startNextPeriod(account, subscription)
}

function endTrial(account: SimAccount, subscription: Stripe.Subscription): 'ended' | 'continues' {
  const behaviour = subscription.trial_settings?.end_behavior.missing_payment_method
  const canPay = account.paymentBehaviours.get(idOf(subscription.customer)) !== 'declines'
  if (canPay || behaviour === 'create_invoice') return 'continues'
  if (behaviour === 'pause') changeSubscription(account, subscription, { status: 'paused' }, 'paused')
  else endSubscription(account, subscription, 'payment_failed')
  return 'ended'
}

export function startNextPeriod(
  account: SimAccount,
  subscription: Stripe.Subscription,
  event: 'updated' | 'resumed' = 'updated',
): void {
  const recurring = subscription.items.data[0]?.price.recurring
  if (!recurring) return
  const start = Math.max(subscription.current_period_end, nowOf(account))
  changeSubscription(
    account,
    subscription,
    {
      current_period_start: start,
      current_period_end: periodEnd(start, recurring, subscription.billing_cycle_anchor),
      ...(subscription.status === 'trialing' || event === 'resumed' ? { status: 'active' as const } : {}),
    },
    event,
  )
  cutSubscriptionInvoice(account, subscription, 'subscription_cycle')
  schedulePeriod(account, subscription)
}
