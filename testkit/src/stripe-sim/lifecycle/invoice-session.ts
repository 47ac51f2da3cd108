// `invoice_creation` on a one-time session: an invoice is created for the purchase, so `invoice.paid` reports the same
// purchase as `checkout.session.completed`.
import type { Stripe } from 'stripe'
import { idOf, nowOf, type SimAccount } from '../account/sim-account.ts'
import { newInvoiceLine } from '../objects/new-invoice-line.ts'
import { markPaid } from './collect-invoice.ts'
import { draftInvoice, finalizeInvoice } from './finalize-invoice.ts'
import type { PaymentTaken } from './take-payment.ts'

export function invoiceSession(account: SimAccount, session: Stripe.Checkout.Session) {
  const now = nowOf(account)
  const currency = session.currency ?? 'eur'
  const lines = (account.lineItems.get(session.id) ?? []).map(({ amount_total, price, quantity }) =>
    newInvoiceLine(account, {
      amount: amount_total,
      currency,
      period: { start: now, end: now },
      price,
      quantity,
      type: 'invoiceitem',
    }),
  )
  const invoice = draftInvoice(
    account,
    { customer: idOf(session.customer), currency, billing_reason: 'manual', metadata: session.metadata },
    lines,
  )
  finalizeInvoice(account, invoice)
  session.invoice = invoice.id
  return { id: invoice.id, settle: (taken: PaymentTaken) => markPaid(account, invoice, taken) }
}
