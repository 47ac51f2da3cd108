// Converts the provider's objects to our facts. Throws if an object does not match the schema of its API version: the
// event is then quarantined, because guessing about money is worse than waiting.
import { createHash } from 'node:crypto'
import { isUuid } from '@gatehouse/runtime/ids'
import { toStorable } from '@gatehouse/runtime/storable-text'
import { z } from 'zod'
import { isHandledType, type ProviderEvent } from '../facts/provider-event.ts'
import type {
  ChargeFact,
  CheckoutFact,
  DisputeFact,
  InvoiceFact,
  InvoiceLine,
  InvoiceStatus,
  PackOffer,
  ProviderFact,
  RefundFact,
  SubscriptionFact,
  SubscriptionStatus,
} from '../facts/provider-fact.ts'
import {
  chargeSchema,
  disputeSchema,
  eventObjectSchema,
  eventPartsSchema,
  eventSchema,
  invoiceSchema,
  type lineListSchema,
  refundSchema,
  sessionSchema,
  subscriptionSchema,
} from './object-schemas.ts'

const shapeProblemLettersMax = 500

/**
 * The result can always be stored: an event that Postgres rejected would be sent again for days, and block the sweep. One that
 * does not match the schema keeps the fields that are intact, for an operator.
 */
export function readEvent(message: unknown, createdAtOtherwise = new Date(0)): ProviderEvent {
  const payload = toStorable(message)
  const read = eventSchema.safeParse(payload)
  if (!read.success) {
    const {
      id = unreadableId(payload),
      type,
      created,
      api_version,
      livemode,
    } = eventPartsSchema.parse(payload)
    return {
      id,
      type,
      createdAt: created ?? createdAtOtherwise,
      apiVersion: api_version,
      isLive: livemode,
      objectId: null,
      customerId: null,
      payload,
      shapeProblem: z.prettifyError(read.error).slice(0, shapeProblemLettersMax),
    }
  }
  const { id, type, created, api_version, livemode, data } = read.data
  const isCustomer = data.object.object === 'customer'
  return {
    id,
    type,
    createdAt: created,
    apiVersion: api_version,
    isLive: livemode,
    objectId: data.object.id,
    customerId: isCustomer ? data.object.id : data.object.customer,
    payload,
    shapeProblem: null,
  }
}

/** Derives an id that is the same for every copy of an unreadable event, so that the event is stored once. */
function unreadableId(payload: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(payload)).digest('hex')
  return `unreadable_${hash.slice(0, 32)}`
}

/** Undefined for a type that is not handled. */
export function readFactOfEvent({ type, payload }: ProviderEvent): ProviderFact | undefined {
  if (!isHandledType(type)) return undefined
  const { object } = eventObjectSchema.parse(payload).data
  if (type.startsWith('checkout.session.')) return readCheckout(object, type)
  if (type.startsWith('invoice.')) return readInvoice(object)
  if (type.startsWith('customer.subscription.')) return readSubscription(object)
  if (type.startsWith('charge.dispute.')) return readDispute(object)
  return type === 'charge.refund.updated' ? readRefund(object) : readCharge(object)
}

export function readCheckout(object: unknown, eventType?: string): CheckoutFact {
  const session = sessionSchema.parse(object)
  const { metadata } = session
  return {
    kind: 'checkout',
    sessionId: session.id,
    mode: session.mode,
    payment: toPayment(session, eventType),
    customerId: session.customer,
    companyId: toUuid(metadata['company_id']),
    purchaseId: toUuid(
      metadata['purchase_id'] ?? (session.mode === 'payment' ? session.client_reference_id : null),
    ),
    offer: readOffer(metadata),
    paymentIntentId: session.payment_intent,
    subscriptionId: session.subscription,
    invoiceId: session.invoice,
    amountMinor: session.amount_total,
    currency: session.currency,
  }
}

function toPayment(session: z.output<typeof sessionSchema>, eventType?: string): CheckoutFact['payment'] {
  if (session.payment_status !== 'unpaid') return session.status === 'open' ? 'open' : 'paid'
  if (session.status === 'expired') return 'expired'
  // The session does not show that a late payment has failed; only the event type does.
  if (eventType === 'checkout.session.async_payment_failed') return 'failed'
  return session.status === 'open' ? 'open' : 'processing'
}

function readOffer(metadata: Readonly<Record<string, string>>): PackOffer | null {
  const { pack_id: packId, credits_micros: credits, price_minor: price, currency } = metadata
  if (
    toUuid(packId) === null ||
    packId === undefined ||
    credits === undefined ||
    price === undefined ||
    currency === undefined
  )
    return null
  if (!/^\d{1,18}$/.test(credits) || !/^\d{1,18}$/.test(price)) return null
  return { packId, creditsMicros: BigInt(credits), priceMinor: BigInt(price), currency }
}

const invoiceStatuses = {
  draft: 'DRAFT',
  open: 'OPEN',
  paid: 'PAID',
  uncollectible: 'UNCOLLECTIBLE',
  void: 'VOID',
} as const satisfies Record<string, InvoiceStatus>

export function readInvoice(object: unknown): InvoiceFact {
  const invoice = invoiceSchema.parse(object)
  const error = invoice.last_finalization_error
  return {
    kind: 'invoice',
    invoiceId: invoice.id,
    status: invoiceStatuses[invoice.status ?? 'draft'],
    billingReason: invoice.billing_reason,
    subscriptionId: invoice.subscription,
    customerId: invoice.customer,
    companyId: toUuid(invoice.metadata['company_id'] ?? invoice.subscription_details?.metadata['company_id']),
    purchaseId: toUuid(invoice.metadata['purchase_id']),
    // The invoice of a checkout has the same metadata, without this mark: its checkout restores the purchase.
    topUpOffer: invoice.metadata['top_up'] === 'true' ? readOffer(invoice.metadata) : null,
    number: invoice.number,
    currency: invoice.currency,
    totalMinor: invoice.total,
    amountDueMinor: invoice.amount_due,
    amountPaidMinor: invoice.amount_paid,
    amountRemainingMinor: invoice.amount_remaining,
    dueAt: invoice.due_date,
    paidAt: invoice.status_transitions?.paid_at ?? null,
    periodEnd: invoice.period_end,
    attemptCount: invoice.attempt_count ?? 0,
    nextPaymentAttemptAt: invoice.next_payment_attempt,
    chargeId: invoice.charge,
    finalizationError: error ? (error.message ?? error.code ?? 'unknown') : null,
    hostedInvoiceUrl: invoice.hosted_invoice_url,
    invoicePdfUrl: invoice.invoice_pdf,
    lines: readLines(invoice.lines),
    hasMoreLines: invoice.lines.has_more,
  }
}

export function readLines({ data }: z.output<typeof lineListSchema>): InvoiceLine[] {
  return data.map((line) => ({
    isSubscription: line.type === 'subscription',
    isProration: line.proration,
    subscriptionItemId: line.subscription_item,
    priceId: line.price?.id ?? null,
    unitAmountMinor: line.price?.unit_amount ?? null,
    quantity: line.quantity ?? 1,
    amountMinor: line.amount,
    periodStart: line.period.start,
    periodEnd: line.period.end,
  }))
}

const subscriptionStatuses = {
  incomplete: 'INCOMPLETE',
  // The first payment never arrived: the subscription has ended and cannot be revived.
  incomplete_expired: 'CANCELED',
  trialing: 'TRIALING',
  active: 'ACTIVE',
  past_due: 'PAST_DUE',
  unpaid: 'UNPAID',
  paused: 'PAUSED',
  canceled: 'CANCELED',
} as const satisfies Record<string, SubscriptionStatus>

export function readSubscription(object: unknown): SubscriptionFact {
  const subscription = subscriptionSchema.parse(object)
  return {
    kind: 'subscription',
    subscriptionId: subscription.id,
    createdAt: subscription.created,
    status: subscriptionStatuses[subscription.status],
    customerId: subscription.customer,
    companyId: toUuid(subscription.metadata['company_id']),
    priceId: subscription.items.data[0]?.price.id ?? null,
    currentPeriodStart: subscription.current_period_start,
    currentPeriodEnd: subscription.current_period_end,
    trialEnd: subscription.trial_end,
    cancelAt: subscription.cancel_at,
    cancelAtPeriodEnd: subscription.cancel_at_period_end ?? false,
    endedAt: subscription.ended_at,
    cancellationReason: subscription.cancellation_details?.reason ?? null,
    pauseBehavior: subscription.pause_collection?.behavior ?? null,
  }
}

export function readCharge(object: unknown): ChargeFact {
  const charge = chargeSchema.parse(object)
  const captured = charge.amount_captured
  return {
    kind: 'charge',
    chargeId: charge.id,
    amountMinor: captured !== null && captured > 0n ? captured : charge.amount,
    refundedMinor: charge.amount_refunded,
    paymentIntentId: charge.payment_intent,
    invoiceId: charge.invoice,
    customerId: charge.customer,
    purchaseId: toUuid(charge.metadata['purchase_id']),
  }
}

export function readRefund(object: unknown): RefundFact {
  const { id, charge, status } = refundSchema.parse(object)
  return {
    kind: 'refund',
    refundId: id,
    chargeId: charge,
    hasFailed: status === 'failed' || status === 'canceled',
  }
}

export function readDispute(object: unknown): DisputeFact {
  const { id, charge, status, amount } = disputeSchema.parse(object)
  const ends = { won: 'WON', lost: 'LOST', warning_closed: 'WON' } as const
  return {
    kind: 'dispute',
    disputeId: id,
    chargeId: charge,
    status: status in ends ? ends[status as keyof typeof ends] : 'OPEN',
    amountMinor: amount,
  }
}

/** Metadata can be edited by hand in the provider's dashboard; anything that is not a UUID is ignored. */
function toUuid(text: string | null | undefined): string | null {
  return isUuid(text) ? text.toLowerCase() : null
}
