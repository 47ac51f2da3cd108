import type { Stripe } from 'stripe'
import type { UsageInvoice } from '../payment-provider.ts'

const pageSize = 100

/**
 * Each step is only made if the invoice does not show it yet, and the two that make something have a key of the bill, so
 * that two at once make one invoice with one line. Under a key the provider repeats a server error for a day: then the bill
 * goes out a day late, which harms nobody, where a second invoice would be paid. Keys that change with the attempt would
 * not do: two at once are two attempts.
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

// By the list, which has at once what was made: the search does not.
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
      // Nothing that lies around for the customer comes into it, and nothing happens to it before it is complete.
      pending_invoice_items_behavior: 'exclude',
      auto_advance: false,
      description: bill.description,
      metadata: { company_id: bill.companyId, usage_bill_id: bill.billId },
    },
    { idempotencyKey: `usage-bill:${bill.billId}:create` },
  )
}
