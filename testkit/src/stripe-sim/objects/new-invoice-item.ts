import type { Stripe } from 'stripe'
import { nowOf, type SimAccount } from '../account/sim-account.ts'
import { planOf } from './new-price.ts'

export function newInvoiceItem(
  account: SimAccount,
  values: Pick<Stripe.InvoiceItem, 'amount' | 'currency' | 'customer' | 'price'> &
    Partial<Stripe.InvoiceItem>,
): Stripe.InvoiceItem {
  const now = nowOf(account)
  return {
    id: account.ids.create('ii'),
    object: 'invoiceitem',
    date: now,
    description: null,
    discountable: true,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    period: { start: now, end: now },
    plan: values.price ? planOf(values.price) : null,
    proration: false,
    quantity: 1,
    subscription: null,
    tax_rates: [],
    test_clock: null,
    unit_amount: values.price?.unit_amount ?? values.amount,
    unit_amount_decimal: String(values.price?.unit_amount ?? values.amount),
    ...values,
  }
}
