import type { Stripe } from 'stripe'
import { nowOf, type SimAccount } from '../account/sim-account.ts'

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
