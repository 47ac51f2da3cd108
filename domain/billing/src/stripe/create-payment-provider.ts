import type { Secret } from '@gatehouse/runtime/secret'
import { Stripe } from 'stripe'
import { sweptEventTypes } from '../facts/provider-event.ts'
import type { InvoiceLine } from '../facts/provider-fact.ts'
import type { ListedRefund, NewCheckout, NewPrice, PaymentProvider, Product } from '../payment-provider.ts'
import { ensureUsageInvoice } from './ensure-usage-invoice.ts'
import { lineListSchema } from './object-schemas.ts'
import { closePackInvoice, findCard, payPackInvoice } from './pay-pack-invoice.ts'
import { translateFaults } from './provider-fault.ts'
import { readAgain } from './read-again.ts'
import {
  readCharge,
  readCheckout,
  readDispute,
  readEvent,
  readInvoice,
  readLines,
  readRefund,
  readSubscription,
} from './read-fact.ts'

export type StripeOptions = { apiKey: Secret; apiUrl?: string | undefined }

/** The API version that the SDK's types describe, and that the webhook is registered with. */
export const providerApiVersion = '2023-10-16'

export function createStripe({ apiKey, apiUrl }: StripeOptions): Stripe {
  return new Stripe(apiKey.reveal(), {
    apiVersion: providerApiVersion,
    telemetry: false,
    timeout: 10_000,
    maxNetworkRetries: 2,
    ...(apiUrl === undefined ? {} : toAddress(new URL(apiUrl))),
  })
}

function toAddress({ protocol, hostname, port }: URL): Stripe.StripeConfig {
  const isPlain = protocol === 'http:'
  return { host: hostname, port: port || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' }
}

const pageSize = 100

/** The payment provider port, implemented with Stripe's SDK. */
export function createPaymentProvider(stripe: Stripe): PaymentProvider {
  return {
    ensureProduct: (product) => translateFaults(ensureProduct(stripe, product)),
    renameProduct: async ({ id, name }) => {
      await translateFaults(stripe.products.update(id, { name }))
    },
    findPrice: (lookupKey) => translateFaults(findPrice(stripe, lookupKey)),
    createPrice: (price) => translateFaults(createPrice(stripe, price)),
    createCustomer: (customer) => translateFaults(createCustomer(stripe, customer)),
    createCheckout: (checkout) => translateFaults(createCheckout(stripe, checkout)),
    createPortal: async ({ customerId, returnUrl }) => {
      const portal = { customer: customerId, return_url: returnUrl }
      const { url } = await translateFaults(stripe.billingPortal.sessions.create(portal))
      return { url }
    },
    ensureUsageInvoice: (bill) => translateFaults(ensureUsageInvoice(stripe, bill)),
    hasCard: async (customerId) => (await translateFaults(findCard(stripe, customerId))) !== undefined,
    payPackInvoice: (order) => translateFaults(payPackInvoice(stripe, order)),
    closePackInvoice: (order) => translateFaults(closePackInvoice(stripe, order)),
    readCheckout: async (id) => readCheckout(await translateFaults(stripe.checkout.sessions.retrieve(id))),
    readInvoice: async (id) => {
      const invoice = readInvoice(await translateFaults(stripe.invoices.retrieve(id)))
      if (!invoice.hasMoreLines) return invoice
      const lines = await translateFaults(readAllLines(stripe, id))
      return { ...invoice, lines, hasMoreLines: false }
    },
    readSubscription: async (id) =>
      readSubscription(await translateFaults(stripe.subscriptions.retrieve(id))),
    endWithPeriod: async (id) => {
      await translateFaults(stripe.subscriptions.update(id, { cancel_at_period_end: true }))
    },
    readCharge: async (id) => {
      const charge = readCharge(await translateFaults(stripe.charges.retrieve(id)))
      return { ...charge, refundedMinor: await translateFaults(sumRefunds(stripe, id)) }
    },
    listRefunds: (id) => translateFaults(listRefunds(stripe, id)),
    readDispute: async (id) => readDispute(await translateFaults(stripe.disputes.retrieve(id))),
    listEvents: async ({ createdFrom, afterId }) => {
      const list = await translateFaults(
        stripe.events.list({
          types: [...sweptEventTypes],
          created: { gte: Math.floor(createdFrom.getTime() / 1_000) },
          limit: pageSize,
          ...(afterId === undefined ? {} : { starting_after: afterId }),
        }),
      )
      return { events: list.data.map((event) => readEvent(event, createdFrom)), hasMore: list.has_more }
    },
    readAgain: (event) => readAgain(stripe, event, providerApiVersion),
  }
}

// Products and prices are created without an idempotency key: the product id and the lookup key already prevent
// duplicates, and under a key the provider would replay a server error for a day.
async function ensureProduct(stripe: Stripe, { id, name }: Product): Promise<Product> {
  try {
    return pickProduct(await stripe.products.create({ id, name }))
  } catch (thrown) {
    if (!isTaken(thrown)) throw thrown
    return pickProduct(await stripe.products.retrieve(id))
  }
}

const pickProduct = ({ id, name }: Product): Product => ({ id, name })

function isTaken(thrown: unknown): boolean {
  return thrown instanceof Stripe.errors.StripeError && thrown.code === 'resource_already_exists'
}

// Uses the list, not the search API, which lags behind recent writes.
async function findPrice(stripe: Stripe, lookupKey: string): Promise<string | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 })
  return data[0]?.id
}

async function createPrice(stripe: Stripe, price: NewPrice): Promise<string> {
  const { productId, lookupKey, amountMinor, currency, interval } = price
  const created = await stripe.prices.create({
    product: productId,
    lookup_key: lookupKey,
    currency,
    unit_amount: Number(amountMinor),
    ...(interval ? { recurring: { interval } } : {}),
  })
  return created.id
}

/**
 * The idempotency key prevents most duplicate customers. If the key itself may be the cause of a failure, the request
 * is repeated without it, because a duplicate is harmless.
 */
async function createCustomer(
  stripe: Stripe,
  { companyId, companyName }: { companyId: string; companyName: string },
): Promise<string> {
  const customer = { name: companyName, metadata: { company_id: companyId } }
  try {
    return (await stripe.customers.create(customer, { idempotencyKey: `customer:${companyId}` })).id
  } catch (thrown) {
    const isKeyConflict =
      thrown instanceof Stripe.errors.StripeAPIError || thrown instanceof Stripe.errors.StripeIdempotencyError
    if (!isKeyConflict) throw thrown
    return (await stripe.customers.create(customer)).id
  }
}

async function createCheckout(stripe: Stripe, checkout: NewCheckout) {
  const { mode, metadata, trialDays } = checkout
  const isPayment = mode === 'payment'
  const session = await stripe.checkout.sessions.create(
    {
      mode,
      line_items: [{ price: checkout.priceId, quantity: 1 }],
      customer: checkout.customerId,
      client_reference_id: checkout.reference,
      success_url: checkout.successUrl,
      cancel_url: checkout.cancelUrl,
      // Explicit, because otherwise the dashboard's settings apply and could allow payments that take days.
      payment_method_types: ['card'],
      metadata,
      // A charge does not inherit the session's metadata, and a refund refers only to its charge.
      ...(isPayment
        ? {
            // Saves the card, so that the company can turn on the automatic top-up.
            payment_intent_data: { metadata, setup_future_usage: 'off_session' as const },
            // Without this, a one-time payment has a receipt only. An invoice does not inherit the session's metadata either.
            invoice_creation: { enabled: true, invoice_data: { metadata } },
          }
        : {}),
      ...(isPayment
        ? {}
        : { subscription_data: { metadata, ...(trialDays ? { trial_period_days: trialDays } : {}) } }),
    },
    { idempotencyKey: checkout.idempotencyKey },
  )
  return { sessionId: session.id, url: session.url ?? checkout.successUrl }
}

async function readAllLines(stripe: Stripe, invoiceId: string): Promise<InvoiceLine[]> {
  const lines: InvoiceLine[] = []
  for (let after: string | undefined, hasMore = true; hasMore;) {
    const page = await stripe.invoices.listLineItems(invoiceId, {
      limit: pageSize,
      ...(after === undefined ? {} : { starting_after: after }),
    })
    lines.push(...readLines(lineListSchema.parse(page)))
    after = page.data.at(-1)?.id
    hasMore = page.has_more && after !== undefined
  }
  return lines
}

/** The charge's own total may still include refunds that have failed. */
async function sumRefunds(stripe: Stripe, chargeId: string): Promise<bigint> {
  const refunds = await listRefunds(stripe, chargeId)
  return refunds.reduce((sum, { amountMinor, hasFailed }) => (hasFailed ? sum : sum + amountMinor), 0n)
}

async function listRefunds(stripe: Stripe, chargeId: string): Promise<ListedRefund[]> {
  const refunds: ListedRefund[] = []
  for await (const refund of stripe.refunds.list({ charge: chargeId, limit: pageSize })) {
    const { refundId, hasFailed } = readRefund(refund)
    const createdAt = new Date(refund.created * 1_000)
    refunds.push({ refundId, createdAt, amountMinor: BigInt(refund.amount), hasFailed })
  }
  return refunds
}
