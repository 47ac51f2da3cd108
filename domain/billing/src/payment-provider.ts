// The port to the payment provider. Every call that makes something can be repeated: it is recognised by the key or the
// name that goes with it. Faults: `unavailable` when the provider cannot answer now, `invalid` when it refuses.
import type { ProviderEvent } from './facts/provider-event.ts'
import type {
  ChargeFact,
  CheckoutFact,
  DisputeFact,
  InvoiceFact,
  SubscriptionFact,
} from './facts/provider-fact.ts'

export type PaymentProvider = {
  /** Returns the id that was asked for; a product that is there already is taken as it is. */
  ensureProduct(product: NewProduct): Promise<string>
  findPrice(lookupKey: string): Promise<string | undefined>
  createPrice(price: NewPrice): Promise<string>
  createCustomer(customer: { companyId: string; companyName: string }): Promise<string>
  createCheckout(checkout: NewCheckout): Promise<{ sessionId: string; url: string }>
  createPortal(portal: { customerId: string; returnUrl: string }): Promise<{ url: string }>
  /** The one that names this bill, made if there is none, and sent to the customer. Not for two at once. */
  ensureUsageInvoice(bill: UsageInvoice): Promise<string>
  readCheckout(sessionId: string): Promise<CheckoutFact>
  /** With all its lines. */
  readInvoice(invoiceId: string): Promise<InvoiceFact>
  readSubscription(subscriptionId: string): Promise<SubscriptionFact>
  /** It is not renewed, and lives on until its period is over. */
  endWithPeriod(subscriptionId: string): Promise<void>
  /** What was refunded is added up from the refunds that have not failed. */
  readCharge(chargeId: string): Promise<ChargeFact>
  readDispute(disputeId: string): Promise<DisputeFact>
  /** Newest first, a page at a time. */
  listEvents(page: EventPage): Promise<{ events: readonly ProviderEvent[]; hasMore: boolean }>
}

export type NewProduct = { id: string; name: string }

export type NewPrice = {
  productId: string
  /** A price cannot choose its id; by this it is found again. */
  lookupKey: string
  amountMinor: bigint
  currency: string
  interval?: 'month' | 'year'
}

export type NewCheckout = {
  mode: 'payment' | 'subscription'
  /** The same for every attempt at this checkout. */
  idempotencyKey: string
  priceId: string
  customerId: string
  reference: string
  metadata: Readonly<Record<string, string>>
  trialDays?: number
  successUrl: string
  cancelUrl: string
}

export type UsageInvoice = {
  billId: string
  companyId: string
  customerId: string
  amountMinor: bigint
  currency: string
  description: string
  daysUntilDue: number
}

type EventPage = {
  createdFrom: Date
  /** The last event of the page before. */
  afterId?: string | undefined
}

/** Gives the message if its signature is good and its time is ours, and nothing otherwise: why is nobody's business. */
export type VerifyEvent = (rawBody: Buffer, signature: string | undefined) => ProviderEvent | undefined
