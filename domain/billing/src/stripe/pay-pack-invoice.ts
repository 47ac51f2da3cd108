// Creates the invoice of a pack and pays it with the customer's saved card, while the customer is not there. Each step runs
// only if the invoice does not show its result yet. An invoice can be paid once, so an attempt that repeats a payment whose
// response was lost is answered with `invoice_already_paid`.
import { Stripe } from 'stripe'
import type { InvoiceFact } from '../facts/provider-fact.ts'
import type { PackInvoice, PackPayment } from '../payment-provider.ts'
import { readInvoice } from './read-fact.ts'

const pageSize = 100
// Far more than the clocks of the database and the provider differ.
const clockDifferenceMsMax = 86_400_000

export async function payPackInvoice(stripe: Stripe, order: PackInvoice): Promise<PackPayment> {
  let invoice: Stripe.Invoice
  try {
    invoice = await ensureInvoice(stripe, order)
  } catch (thrown) {
    if (isKeySpent(thrown)) return { kind: 'key_spent' }
    throw thrown
  }
  let reason = 'the payment was not completed'
  if (invoice.status === 'open') {
    reason = (await pay(stripe, invoice.id, order)) ?? reason
    invoice = await stripe.invoices.retrieve(invoice.id)
    // Closed, so that a declined invoice cannot be paid later, when the company no longer expects it.
    if (invoice.status === 'open') invoice = await stripe.invoices.voidInvoice(invoice.id)
  }
  const fact = readInvoice(invoice)
  return fact.status === 'PAID'
    ? { kind: 'paid', invoice: fact }
    : { kind: 'declined', invoice: fact, reason }
}

export async function closePackInvoice(stripe: Stripe, order: PackInvoice): Promise<InvoiceFact | undefined> {
  const invoice = await findInvoice(stripe, order)
  if (!invoice || invoice.status === 'draft') return undefined
  if (invoice.status !== 'open') return readInvoice(invoice)
  try {
    return readInvoice(await stripe.invoices.voidInvoice(invoice.id))
  } catch (thrown) {
    // It may have been paid in the meantime, by another attempt or by a person.
    const current = await stripe.invoices.retrieve(invoice.id)
    if (current.status === 'open') throw thrown
    return readInvoice(current)
  }
}

/** The card that the customer chose for invoices, otherwise the one that was saved last. */
export async function findCard(stripe: Stripe, customerId: string): Promise<string | undefined> {
  const customer = await stripe.customers.retrieve(customerId)
  if (customer.deleted) return undefined
  const chosen = customer.invoice_settings.default_payment_method
  if (chosen) return typeof chosen === 'string' ? chosen : chosen.id
  const { data } = await stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 1 })
  return data[0]?.id
}

async function ensureInvoice(stripe: Stripe, order: PackInvoice): Promise<Stripe.Invoice> {
  const invoice = (await findInvoice(stripe, order)) ?? (await createDraft(stripe, order))
  if (invoice.status !== 'draft') return invoice
  if (invoice.lines.data.length === 0) {
    await stripe.invoiceItems.create(
      {
        customer: order.customerId,
        invoice: invoice.id,
        amount: Number(order.amountMinor),
        currency: order.currency,
        description: order.description,
      },
      { idempotencyKey: `top-up:${order.purchaseId}:${order.keyNumber}:line` },
    )
  }
  return stripe.invoices.finalizeInvoice(invoice.id, { auto_advance: false })
}

// The list includes recent writes immediately; the search API does not. Older invoices are not listed: a new purchase has
// none, so all pages of the customer would be read.
async function findInvoice(
  stripe: Stripe,
  { customerId, purchaseId, begunAt }: PackInvoice,
): Promise<Stripe.Invoice | undefined> {
  const createdFrom = Math.floor((begunAt.getTime() - clockDifferenceMsMax) / 1_000)
  const invoices = stripe.invoices.list({
    customer: customerId,
    created: { gte: createdFrom },
    limit: pageSize,
  })
  for await (const invoice of invoices) if (invoice.metadata?.['purchase_id'] === purchaseId) return invoice
  return undefined
}

function createDraft(stripe: Stripe, order: PackInvoice): Promise<Stripe.Invoice> {
  return stripe.invoices.create(
    {
      customer: order.customerId,
      currency: order.currency,
      collection_method: 'charge_automatically',
      // Excludes the customer's other pending items, and keeps the provider from collecting it on its own schedule.
      pending_invoice_items_behavior: 'exclude',
      auto_advance: false,
      description: order.description,
      // Enough to restore the purchase and the top-up if their rows are lost.
      metadata: {
        top_up: 'true',
        company_id: order.companyId,
        purchase_id: order.purchaseId,
        pack_id: order.packId,
        credits_micros: String(order.creditsMicros),
        price_minor: String(order.amountMinor),
        currency: order.currency,
      },
    },
    { idempotencyKey: `top-up:${order.purchaseId}:${order.keyNumber}:create` },
  )
}

/** Returns why the card was declined; undefined if it was not, or if the invoice was paid before. */
async function pay(stripe: Stripe, invoiceId: string, order: PackInvoice): Promise<string | undefined> {
  const card = await findCard(stripe, order.customerId)
  if (card === undefined) return 'no card is saved'
  try {
    await stripe.invoices.pay(
      invoiceId,
      { payment_method: card, off_session: true },
      // A key for each attempt: the key of an attempt that met a server error would give that answer for a day.
      { idempotencyKey: `top-up:${order.purchaseId}:pay:${order.attempt}` },
    )
    return undefined
  } catch (thrown) {
    if (thrown instanceof Stripe.errors.StripeCardError) return thrown.message
    const { code } = thrown instanceof Stripe.errors.StripeError ? thrown : {}
    if (code === 'invoice_already_paid') return undefined
    throw thrown
  }
}

/** The provider repeats a server error under its key, and refuses a key that another release used with other parameters. */
function isKeySpent(thrown: unknown): boolean {
  if (thrown instanceof Stripe.errors.StripeIdempotencyError) return thrown.statusCode === 400
  return thrown instanceof Stripe.errors.StripeAPIError && (thrown.statusCode ?? 0) >= 500
}
