import type { Stripe } from 'stripe'
import { emitEvent } from '../account/emit-event.ts'
import { nowOf, type SimAccount } from '../account/sim-account.ts'

type SubscriptionEvent = 'updated' | 'paused' | 'resumed' | 'deleted'

/** Applies changes and emits an event with the differences, like the provider; emits nothing if nothing changed. */
export function changeSubscription(
  account: SimAccount,
  subscription: Stripe.Subscription,
  changes: Partial<Stripe.Subscription>,
  event: SubscriptionEvent = 'updated',
): void {
  const before = subscription as unknown as Record<string, unknown>
  const changed = Object.entries(changes).filter(
    ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
  )
  if (changed.length === 0 && event === 'updated') return
  const previous = structuredClone(Object.fromEntries(changed.map(([name]) => [name, before[name]])))
  Object.assign(subscription, changes)
  const extras = event === 'updated' ? { previous } : {}
  emitEvent(account, `customer.subscription.${event}`, subscription, extras)
}

export function endSubscription(
  account: SimAccount,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason,
): void {
  const now = nowOf(account)
  const changes: Partial<Stripe.Subscription> = {
    status: 'canceled',
    ended_at: now,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { comment: null, feedback: null, reason },
  }
  changeSubscription(account, subscription, changes, 'deleted')
}

export function isOver({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}
