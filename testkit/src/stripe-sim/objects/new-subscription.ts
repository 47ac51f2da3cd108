import type { Stripe } from 'stripe'
import { nowOf, type SimAccount } from '../account/sim-account.ts'
import { planOf } from './new-price.ts'

export function newSubscription(
  account: SimAccount,
  values: Pick<
    Stripe.Subscription,
    'customer' | 'currency' | 'current_period_start' | 'current_period_end' | 'status'
  > &
    Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const now = nowOf(account)
  const id = account.ids.create('sub')
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { enabled: false, liability: null },
    billing_cycle_anchor: values.current_period_start,
    billing_cycle_anchor_config: null,
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discount: null,
    discounts: [],
    ended_at: null,
    items: { object: 'list', data: [], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
    trial_start: null,
    ...values,
  }
}

export function newSubscriptionItem(
  account: SimAccount,
  subscriptionId: string,
  { price, quantity }: { price: Stripe.Price; quantity: number },
): Stripe.SubscriptionItem {
  const plan = planOf(price)
  if (!plan) throw new TypeError('only a recurring price makes a subscription')
  return {
    id: account.ids.create('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: nowOf(account),
    discounts: [],
    metadata: {},
    plan,
    price,
    quantity,
    subscription: subscriptionId,
    tax_rates: [],
  }
}
