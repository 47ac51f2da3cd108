import type { Stripe } from 'stripe'
import { type SimAccount, nowOf } from '../account/sim-account.ts'

export function newProduct(
  account: SimAccount,
  values: Pick<Stripe.Product, 'id' | 'name'> & Partial<Stripe.Product>,
): Stripe.Product {
  const now = nowOf(account)
  return {
    object: 'product',
    active: true,
    created: now,
    default_price: null,
    description: null,
    features: [],
    images: [],
    livemode: false,
    metadata: {},
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
    ...values,
  }
}

export function newPrice(
  account: SimAccount,
  values: Pick<Stripe.Price, 'product' | 'currency' | 'unit_amount' | 'recurring'> & Partial<Stripe.Price>,
): Stripe.Price {
  return {
    id: account.ids.create('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: nowOf(account),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: values.recurring ? 'recurring' : 'one_time',
    unit_amount_decimal: values.unit_amount === null ? null : String(values.unit_amount),
    ...values,
  }
}

/** The older form of a price, a plan, which subscriptions and invoice lines contain as well. */
export function planOf(price: Stripe.Price): Stripe.Plan | null {
  if (!price.recurring) return null
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    aggregate_usage: null,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring.interval,
    interval_count: price.recurring.interval_count,
    livemode: false,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}
