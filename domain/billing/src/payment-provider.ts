// The port to the payment provider. Every call that creates something is idempotent, by an idempotency key or by the
// object's own id. Faults: `unavailable` if the provider cannot respond now, `invalid` if it rejects the request.
import type { ProviderEvent } from './facts/provider-event.ts'
import type {
  ChargeFact,
  CheckoutFact,
  DisputeFact,
  InvoiceFact,
  SubscriptionFact,
} from './facts/provider-fact.ts'

export type PaymentProvider = {
  /** An existing product with that id is returned unchanged. */
  ensureProduct(product: Product): Promise<Product>
  renameProduct(product: Product): Promise<void>
  findPrice(lookupKey: string): Promise<string | undefined>
  createPrice(price: NewPrice): Promise<string>
  createCustomer(customer: { companyId: string; companyName: string }): Promise<string>
  createCheckout(checkout: NewCheckout): Promise<{ sessionId: string; url: string }>
  createPortal(portal: { customerId: string; returnUrl: string }): Promise<{ url: string }>
  /**
   * Finds the invoice of this bill, or creates it, and sends it to the customer. Concurrent calls yield one invoice,
   * though one of them may fail and need a retry.
   */
  ensureUsageInvoice(bill: UsageInvoice): Promise<string>
  /** Whether a card is saved that can be charged while the customer is not there. */
  hasCard(customerId: string): Promise<boolean>
  /**
   * Finds the invoice of this purchase, or creates it, and pays it with the saved card. Concurrent calls and calls after a
   * lost response pay it once. A declined invoice is voided.
   */
  payPackInvoice(order: PackInvoice): Promise<PackPayment>
  /**
   * Voids the invoice of this purchase, so that it cannot be paid later. Undefined if there is none, or only a draft, which
   * is never collected. Returns a paid invoice as it is.
   */
  closePackInvoice(order: PackInvoice): Promise<InvoiceFact | undefined>
  readCheckout(sessionId: string): Promise<CheckoutFact>
  /** Includes all lines. */
  readInvoice(invoiceId: string): Promise<InvoiceFact>
  readSubscription(subscriptionId: string): Promise<SubscriptionFact>
  /** Cancels the renewal; the subscription stays active until its period ends. */
  endWithPeriod(subscriptionId: string): Promise<void>
  /** The refunded amount is the sum of the refunds that have not failed. */
  readCharge(chargeId: string): Promise<ChargeFact>
  listRefunds(chargeId: string): Promise<readonly ListedRefund[]>
  readDispute(disputeId: string): Promise<DisputeFact>
  /** One page of events, newest first. */
  listEvents(page: EventPage): Promise<{ events: readonly ProviderEvent[]; hasMore: boolean }>
  /**
   * Returns an event that is listed in another API version in ours, with its object as it is now. Undefined if the object
   * cannot be fetched.
   */
  readAgain(event: ProviderEvent): Promise<ProviderEvent | undefined>
}

export type Product = { id: string; name: string }

export type NewPrice = {
  productId: string
  /** Identifies the price on a retry, because a price cannot be given an id. */
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

export type PackInvoice = {
  purchaseId: string
  companyId: string
  customerId: string
  packId: string
  creditsMicros: bigint
  amountMinor: bigint
  currency: string
  description: string
  /** Part of the idempotency keys of what is created. */
  keyNumber: number
  attempt: number
  /** Its invoice was not created earlier. */
  begunAt: Date
}

export type PackPayment =
  | { kind: 'paid'; invoice: InvoiceFact }
  | { kind: 'declined'; invoice: InvoiceFact; reason: string }
  /**
   * The provider answered with a server error, and would repeat it for a day under the same keys, or another release used
   * them: use another number.
   */
  | { kind: 'key_spent' }

export type ListedRefund = { refundId: string; createdAt: Date; amountMinor: bigint; hasFailed: boolean }

type EventPage = {
  createdFrom: Date
  /** Id of the last event of the previous page. */
  afterId?: string | undefined
}

/**
 * Returns the event if its signature is valid and its timestamp within tolerance, otherwise undefined. The reason is
 * not disclosed to the sender.
 */
export type VerifyEvent = (rawBody: Buffer, signature: string | undefined) => ProviderEvent | undefined
