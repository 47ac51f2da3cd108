import type { Stripe } from 'stripe'
import { idOf, type SimAccount } from '../account/sim-account.ts'
import { newInvoiceLine } from '../objects/new-invoice-line.ts'

/** The line of an invoice item on the invoice that includes it. */
export function itemLine(account: SimAccount, item: Stripe.InvoiceItem): Stripe.InvoiceLineItem {
  return newInvoiceLine(account, {
    amount: item.amount,
    currency: item.currency,
    description: item.description,
    invoice_item: item.id,
    period: item.period,
    price: item.price,
    proration: item.proration,
    quantity: item.quantity,
    subscription: idOf(item.subscription),
    metadata: { ...item.metadata },
    ...(item.subscription_item === undefined ? {} : { subscription_item: item.subscription_item }),
    type: 'invoiceitem',
  })
}
