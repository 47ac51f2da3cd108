import type { Stripe } from 'stripe'
import type { SimAccount } from '../account/sim-account.ts'
import { planOf } from './new-price.ts'

export function newInvoiceLine(
  account: SimAccount,
  values: Pick<Stripe.InvoiceLineItem, 'amount' | 'currency' | 'period' | 'price' | 'type'> &
    Partial<Stripe.InvoiceLineItem>,
): Stripe.InvoiceLineItem {
  return {
    id: account.ids.create('il'),
    object: 'line_item',
    amount_excluding_tax: values.amount,
    description: null,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    plan: values.price ? planOf(values.price) : null,
    proration: false,
    proration_details: { credited_items: null },
    quantity: 1,
    subscription: null,
    tax_amounts: [],
    tax_rates: [],
    unit_amount_excluding_tax: String(values.price?.unit_amount ?? values.amount),
    ...values,
  }
}
