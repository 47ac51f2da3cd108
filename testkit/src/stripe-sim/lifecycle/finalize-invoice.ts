// Turns a draft into an invoice that is owed.
import type { Stripe } from 'stripe'
import { emitEvent } from '../account/emit-event.ts'
import { idOf, nowOf, type SimAccount } from '../account/sim-account.ts'
import { newInvoice } from '../objects/new-invoice.ts'
import { invalid } from '../wire/refusal.ts'

type Draft = Pick<Stripe.Invoice, 'customer' | 'currency' | 'billing_reason'> & Partial<Stripe.Invoice>

export function draftInvoice(
  account: SimAccount,
  values: Draft,
  lines: readonly Stripe.InvoiceLineItem[],
): Stripe.Invoice {
  const invoice = newInvoice(account, values)
  invoice.customer_email = account.customers.get(idOf(invoice.customer) ?? '')?.email ?? null
  account.invoices.set(invoice.id, invoice)
  addLines(account, invoice, lines)
  emitEvent(account, 'invoice.created', invoice)
  return invoice
}

export function addLines(
  account: SimAccount,
  invoice: Stripe.Invoice,
  lines: readonly Stripe.InvoiceLineItem[],
): void {
  for (const line of lines) invoice.lines.data.push({ ...line, invoice: invoice.id })
  const subtotal = invoice.lines.data.reduce((sum, { amount }) => sum + amount, 0)
  const percentOff = account.discounts.get(idOf(invoice.customer) ?? '') ?? 0
  const total = subtotal - Math.round((Math.max(0, subtotal) * percentOff) / 100)
  const balance = account.customers.get(idOf(invoice.customer) ?? '')?.balance ?? 0
  const due = Math.max(0, total + balance)
  Object.assign(invoice, {
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: total,
    starting_balance: balance,
    amount_due: due,
    amount_remaining: due,
  })
}

export function finalizeInvoice(account: SimAccount, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'draft')
    throw invalid('This invoice is already finalized, you can’t re-finalize a non-draft invoice.')
  const customer = account.customers.get(idOf(invoice.customer) ?? '')
  if (customer && account.finalizationFailures.delete(customer.id)) {
    failFinalization(account, invoice)
    return
  }
  const now = nowOf(account)
  addLines(account, invoice, [])
  if (customer) {
    const sequence = customer.next_invoice_sequence ?? 1
    customer.next_invoice_sequence = sequence + 1
    customer.balance = invoice.total + customer.balance - invoice.amount_due
    invoice.number = `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`
    invoice.ending_balance = customer.balance
  }
  invoice.status = 'open'
  invoice.effective_at = now
  invoice.status_transitions.finalized_at = now
  invoice.last_finalization_error = null
  invoice.hosted_invoice_url = `${account.baseUrl()}/invoice/${invoice.id}`
  invoice.invoice_pdf = `${account.baseUrl()}/invoice/${invoice.id}/pdf`
  emitEvent(account, 'invoice.finalized', invoice)
}

function failFinalization(account: SimAccount, invoice: Stripe.Invoice): void {
  invoice.automatic_tax = { enabled: true, liability: null, status: 'requires_location_inputs' }
  invoice.last_finalization_error = {
    code: 'customer_tax_location_invalid',
    message: "The customer's location isn't recognized.",
    type: 'invalid_request_error',
  }
  emitEvent(account, 'invoice.finalization_failed', invoice)
}

export function voidInvoice(account: SimAccount, invoice: Stripe.Invoice): void {
  requireOpen(invoice, 'voided')
  invoice.status = 'void'
  invoice.status_transitions.voided_at = nowOf(account)
  invoice.next_payment_attempt = null
  emitEvent(account, 'invoice.voided', invoice)
}

export function markUncollectible(account: SimAccount, invoice: Stripe.Invoice): void {
  requireOpen(invoice, 'marked uncollectible')
  invoice.status = 'uncollectible'
  invoice.status_transitions.marked_uncollectible_at = nowOf(account)
  emitEvent(account, 'invoice.marked_uncollectible', invoice)
}

function requireOpen(invoice: Stripe.Invoice, what: string): void {
  if (invoice.status === 'open' || invoice.status === 'uncollectible') return
  throw invalid(`You can only pass in open invoices. This invoice isn't open and can't be ${what}.`)
}
