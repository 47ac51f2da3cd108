// The fields of the provider's objects that we read, at API version 2023-10-16, and no others: a field we do not need
// must not make a payment unreadable. A reference is an id, or the whole object if it was expanded.
import { z } from 'zod'

const reference = z
  .union([z.string(), z.object({ id: z.string() })])
  .nullish()
  .transform((value) => (typeof value === 'string' ? value : (value?.id ?? null)))
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)
// Beyond the year 9999 a time has no place in the database, and beyond 275760 no Date exists.
const seconds = z.number().min(0).max(253_402_300_799)
const moment = seconds.nullish().transform((value) => (value == null ? null : new Date(value * 1_000)))
const instant = seconds.transform((value) => new Date(value * 1_000))
const amount = z.number().int().transform(BigInt)
const amountOrNone = z
  .number()
  .int()
  .nullish()
  .transform((value) => (value == null ? null : BigInt(value)))
const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {})

/** Under which an event can be stored and found again. */
const eventId = z.string().regex(/^[\w.-]{1,255}$/)

export const eventSchema = z.object({
  id: eventId,
  type: z.string(),
  created: instant,
  api_version: text,
  livemode: z.boolean(),
  data: z.object({
    object: z.object({ id: text, object: text, customer: reference }),
  }),
})

/** Reads whatever is intact in an event that does not match its schema, field by field. */
export const eventPartsSchema = z
  .object({
    id: eventId.optional().catch(undefined),
    type: z.string().catch('unknown'),
    created: instant.optional().catch(undefined),
    api_version: text.catch(null),
    livemode: z.boolean().catch(false),
  })
  .catch({ id: undefined, type: 'unknown', created: undefined, api_version: null, livemode: false })

export const eventObjectSchema = z.object({ data: z.object({ object: z.unknown() }) })

export const sessionSchema = z.object({
  id: z.string(),
  mode: z.enum(['payment', 'setup', 'subscription']),
  status: z.enum(['open', 'complete', 'expired']).nullish(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  client_reference_id: text,
  metadata,
  customer: reference,
  payment_intent: reference,
  subscription: reference,
  invoice: reference,
  amount_total: amountOrNone,
  currency: text,
})

const lineSchema = z.object({
  type: z.string(),
  proration: z.boolean(),
  subscription_item: reference,
  price: z.object({ id: z.string(), unit_amount: amountOrNone }).nullish(),
  quantity: z.number().int().nullish(),
  amount,
  period: z.object({ start: instant, end: instant }),
})

export const lineListSchema = z.object({ data: z.array(lineSchema), has_more: z.boolean() })

export const invoiceSchema = z.object({
  id: text,
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).nullish(),
  billing_reason: text,
  subscription: reference,
  subscription_details: z.object({ metadata }).nullish(),
  metadata,
  customer: reference,
  number: text,
  currency: z.string(),
  total: amount,
  amount_due: amount,
  amount_paid: amount,
  amount_remaining: amount,
  due_date: moment,
  period_end: moment,
  status_transitions: z.object({ paid_at: moment }).nullish(),
  attempt_count: z.number().int().nullish(),
  next_payment_attempt: moment,
  charge: reference,
  last_finalization_error: z.object({ code: text, message: text }).nullish(),
  hosted_invoice_url: text,
  invoice_pdf: text,
  lines: lineListSchema,
})

export const subscriptionSchema = z.object({
  id: z.string(),
  created: moment,
  status: z.enum([
    'incomplete',
    'incomplete_expired',
    'trialing',
    'active',
    'past_due',
    'unpaid',
    'paused',
    'canceled',
  ]),
  customer: reference,
  metadata,
  items: z.object({ data: z.array(z.object({ price: z.object({ id: z.string() }) })) }),
  current_period_start: moment,
  current_period_end: moment,
  trial_end: moment,
  cancel_at: moment,
  cancel_at_period_end: z.boolean().nullish(),
  ended_at: moment,
  cancellation_details: z.object({ reason: text }).nullish(),
  pause_collection: z.object({ behavior: z.string() }).nullish(),
})

export const chargeSchema = z.object({
  id: z.string(),
  amount,
  amount_captured: amountOrNone,
  amount_refunded: amount,
  payment_intent: reference,
  invoice: reference,
  customer: reference,
  metadata,
})

export const refundSchema = z.object({ id: z.string(), charge: reference, status: text })

export const disputeSchema = z.object({ id: z.string(), charge: reference, status: z.string(), amount })
