import type { Stripe } from 'stripe'
import type { UsageInvoice } from '../payment-provider.ts'

const pageSize = 100

/**
 * Each step runs only if the invoice does not show its result yet, and the two that create something use an idempotency
 * key derived from the bill, so that concurrent calls produce one invoice with one line. Under such a key the provider
 * replays a server error for a day, so the bill goes out a day late; that is harmless, while a second invoice would be
 * paid. Keys per attempt would not help: two concurrent calls are two attempts.
 */
export async function ensureUsageInvoice(stripe: Stripe, bill: UsageInvoice): Promise<string> {
  const invoice = (await findInvoice(stripe, bill)) ?? (await createDraft(stripe, bill))
  if (invoice.status !== 'draft') return invoice.id
  if (invoice.lines.data.length === 0) {
    await stripe.invoiceItems.create(
      {
        customer: bill.customerId,
        invoice: invoice.id,
        amount: Number(bill.amountMinor),
        currency: bill.currency,
        description: bill.description,
      },
      { idempotencyKey: `usage-bill:${bill.billId}:line` },
    )
  }
  await stripe.invoices.finalizeInvoice(invoice.id, { auto_advance: true })
  return invoice.id
}

// The list includes recent writes immediately; the search API does not.
async function findInvoice(
  stripe: Stripe,
  { customerId, billId }: UsageInvoice,
): Promise<Stripe.Invoice | undefined> {
  const invoices = stripe.invoices.list({ customer: customerId, limit: pageSize })
  for await (const invoice of invoices) if (invoice.metadata?.['usage_bill_id'] === billId) return invoice
  return undefined
}

function createDraft(stripe: Stripe, bill: UsageInvoice): Promise<Stripe.Invoice> {
  return stripe.invoices.create(
    {
      customer: bill.customerId,
      currency: bill.currency,
      collection_method: 'send_invoice',
      days_until_due: bill.daysUntilDue,
      // Excludes the customer's other pending items, and keeps the provider from finalising the draft before it is
      // complete.
      pending_invoice_items_behavior: 'exclude',
      auto_advance: false,
      description: bill.description,
      metadata: { company_id: bill.companyId, usage_bill_id: bill.billId },
    },
    { idempotencyKey: `usage-bill:${bill.billId}:create` },
  )
}
