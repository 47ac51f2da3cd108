// The state of one provider object in our terms, read from an event or fetched from the API. Amounts of money are
// integers in the currency's minor unit.
export type ProviderFact =
  | CheckoutFact
  | InvoiceFact
  | SubscriptionFact
  | ChargeFact
  | RefundFact
  | DisputeFact

export type CheckoutFact = {
  kind: 'checkout'
  sessionId: string
  mode: 'payment' | 'setup' | 'subscription'
  /** `processing`: the customer has authorised a payment that takes days to clear. */
  payment: 'paid' | 'processing' | 'failed' | 'expired' | 'open'
  customerId: string | null
  companyId: string | null
  purchaseId: string | null
  /** The offer, as our checkout stored it in the provider's metadata. */
  offer: PackOffer | null
  paymentIntentId: string | null
  subscriptionId: string | null
  invoiceId: string | null
  amountMinor: bigint | null
  currency: string | null
}

/** What a purchase of a pack was offered at, from the provider's metadata. */
export type PackOffer = { packId: string; creditsMicros: bigint; priceMinor: bigint; currency: string }

export type InvoiceStatus = 'DRAFT' | 'OPEN' | 'UNCOLLECTIBLE' | 'PAID' | 'VOID'

export type InvoiceFact = {
  kind: 'invoice'
  /** Null for an upcoming invoice, which is only a preview. */
  invoiceId: string | null
  status: InvoiceStatus
  billingReason: string | null
  subscriptionId: string | null
  customerId: string | null
  companyId: string | null
  /** The purchase of a pack that the invoice is for. */
  purchaseId: string | null
  /** The offer, if the purchase is an automatic top-up. */
  topUpOffer: PackOffer | null
  number: string | null
  currency: string
  totalMinor: bigint
  amountDueMinor: bigint
  amountPaidMinor: bigint
  amountRemainingMinor: bigint
  dueAt: Date | null
  paidAt: Date | null
  periodEnd: Date | null
  attemptCount: number
  nextPaymentAttemptAt: Date | null
  chargeId: string | null
  finalizationError: string | null
  hostedInvoiceUrl: string | null
  invoicePdfUrl: string | null
  lines: readonly InvoiceLine[]
  /** An event carries only the first lines; the rest must be fetched. */
  hasMoreLines: boolean
}

export type InvoiceLine = {
  isSubscription: boolean
  isProration: boolean
  subscriptionItemId: string | null
  priceId: string | null
  /** Price of one unit for a whole period. */
  unitAmountMinor: bigint | null
  quantity: number
  /** Negative for the unused time of a plan that was changed or cancelled. */
  amountMinor: bigint
  periodStart: Date
  periodEnd: Date
}

export type SubscriptionStatus =
  | 'INCOMPLETE'
  | 'TRIALING'
  | 'ACTIVE'
  | 'PAST_DUE'
  | 'UNPAID'
  | 'PAUSED'
  | 'CANCELED'

export type SubscriptionFact = {
  kind: 'subscription'
  subscriptionId: string
  createdAt: Date | null
  status: SubscriptionStatus
  customerId: string | null
  companyId: string | null
  priceId: string | null
  currentPeriodStart: Date | null
  currentPeriodEnd: Date | null
  trialEnd: Date | null
  cancelAt: Date | null
  cancelAtPeriodEnd: boolean
  /** When the subscription ended, not when the cancellation was requested. */
  endedAt: Date | null
  cancellationReason: string | null
  pauseBehavior: string | null
}

export type ChargeFact = {
  kind: 'charge'
  chargeId: string
  amountMinor: bigint
  /** Total of all refunds so far. */
  refundedMinor: bigint
  paymentIntentId: string | null
  invoiceId: string | null
  customerId: string | null
  purchaseId: string | null
}

/** A single refund. It matters only if it failed, because the money then came back to us. */
export type RefundFact = { kind: 'refund'; refundId: string; chargeId: string | null; hasFailed: boolean }

export type DisputeFact = {
  kind: 'dispute'
  disputeId: string
  chargeId: string | null
  status: 'OPEN' | 'WON' | 'LOST'
  amountMinor: bigint
}
