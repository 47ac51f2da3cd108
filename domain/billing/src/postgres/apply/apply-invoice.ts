import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'
import type { InvoiceFact } from '../../facts/provider-fact.ts'
import { type PlanOfPrice, grantsOfInvoice } from '../../rules/grants-of-invoice.ts'
import { isClosedInvoice, isInvoiceNews } from '../../rules/invoice-progress.ts'
import { type Applied, type Applying, applied, tellWhoWaits } from './applying.ts'
import { companyWaitKey, findCompany } from './find-company.ts'
import { grantCredits } from './grant-credits.ts'
import { settleRefunds } from './settle-refunds.ts'
import { writeNotice } from './write-notice.ts'

type InvoiceRow = Selectable<Tables['invoices']>
type KnownInvoice = InvoiceFact & { invoiceId: string }

/** `eventType` is absent when the provider was asked. */
export async function applyInvoice(
  applying: Applying,
  fact: InvoiceFact,
  eventType?: string,
): Promise<Applied> {
  const companyId = await findCompany(applying, fact)
  if (companyId === undefined) {
    return { kind: 'parked', waitsFor: companyWaitKey(fact), reason: 'the invoice belongs to nobody known' }
  }
  if (eventType === 'invoice.upcoming' || !hasId(fact)) {
    await announceRenewal(applying, companyId, fact)
    return applied
  }
  await noteSubscriptionSeen(applying, fact.subscriptionId)
  const status = await mirrorInvoice(applying, { companyId, fact, eventType })
  if (!isClosedInvoice(status)) await writeTroubleNotice(applying, { companyId, fact, eventType })
  const unknownPriceIds = fact.status === 'PAID' ? await grantPaid(applying, companyId, fact) : []
  const [priceId] = unknownPriceIds
  if (priceId === undefined) return applied
  return { kind: 'parked', waitsFor: `price:${priceId}`, reason: `the price ${priceId} is no plan` }
}

function hasId(fact: InvoiceFact): fact is KnownInvoice {
  return fact.invoiceId !== null
}

/** It has no id and never becomes an invoice of ours; its subscription and the end of the period make it the same one. */
async function announceRenewal(applying: Applying, companyId: string, fact: InvoiceFact): Promise<void> {
  const periodEndS = Math.floor((fact.periodEnd?.getTime() ?? 0) / 1_000)
  await writeNotice(applying, {
    companyId,
    key: `upcoming:${fact.subscriptionId ?? fact.customerId ?? 'none'}:${periodEndS}`,
    kind: 'invoice.upcoming',
    details: {
      subscription_id: fact.subscriptionId,
      amount_due_minor: String(fact.amountDueMinor),
      currency: fact.currency,
      at: fact.nextPaymentAttemptAt ?? fact.periodEnd,
    },
  })
}

async function noteSubscriptionSeen({ tx }: Applying, subscriptionId: string | null): Promise<void> {
  if (subscriptionId === null) return
  await tx
    .updateTable('subscriptions')
    .set({ last_seen_at: sql`now()` })
    .where('provider_subscription_id', '=', subscriptionId)
    .execute()
}

type InvoiceNews = { companyId: string; fact: KnownInvoice; eventType: string | undefined }

async function mirrorInvoice(applying: Applying, news: InvoiceNews): Promise<InvoiceRow['status']> {
  const { tx, ids, saidAt, book } = applying
  const { companyId, fact } = news
  const state = toState(applying, news)
  const inserted = await tx
    .insertInto('invoices')
    .values({ id: ids.uuid(), company_id: companyId, provider_invoice_id: fact.invoiceId, ...state })
    .onConflict((conflict) => conflict.column('provider_invoice_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) {
    book.companyIds.add(companyId)
    book.effects.push(`invoice ${fact.invoiceId} is ${fact.status}`)
    await tellWhoWaits(applying, [`invoice:${fact.invoiceId}`])
    return fact.status
  }
  const stored = await tx
    .selectFrom('invoices')
    .select(['status', 'event_created_at'])
    .where('provider_invoice_id', '=', fact.invoiceId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const before = { status: stored.status, createdAt: stored.event_created_at ?? new Date(0) }
  if (!isInvoiceNews(before, { status: fact.status, createdAt: saidAt })) return stored.status
  await tx
    .updateTable('invoices')
    .set({ ...state, revision: sql`revision + 1`, updated_at: sql`now()` })
    .where('provider_invoice_id', '=', fact.invoiceId)
    .execute()
  book.companyIds.add(companyId)
  if (stored.status !== fact.status) book.effects.push(`invoice ${fact.invoiceId} is ${fact.status}`)
  return fact.status
}

function toState({ saidAt }: Applying, { fact, eventType }: InvoiceNews) {
  return {
    status: fact.status,
    provider_subscription_id: fact.subscriptionId,
    billing_reason: fact.billingReason,
    number: fact.number,
    currency: fact.currency,
    total_minor: fact.totalMinor,
    amount_paid_minor: fact.amountPaidMinor,
    amount_remaining_minor: fact.amountRemainingMinor,
    due_at: fact.dueAt,
    paid_at: fact.paidAt ?? (fact.status === 'PAID' ? saidAt : null),
    attempt_count: fact.attemptCount,
    next_payment_attempt_at: fact.nextPaymentAttemptAt,
    is_action_required: fact.status === 'OPEN' && eventType === 'invoice.payment_action_required',
    finalization_error: fact.status === 'DRAFT' ? fact.finalizationError : null,
    hosted_invoice_url: fact.hostedInvoiceUrl,
    invoice_pdf_url: fact.invoicePdfUrl,
    event_created_at: saidAt,
  }
}

/** A payment that failed and one that has to be confirmed are usually told of together: one attempt, one notice. */
async function writeTroubleNotice(
  applying: Applying,
  { companyId, fact, eventType }: InvoiceNews,
): Promise<void> {
  const { invoiceId, attemptCount } = fact
  if (eventType === 'invoice.finalization_failed') {
    applying.logger.error('an invoice could not be finalised', {
      invoice_id: invoiceId,
      company_id: companyId,
      reason: fact.finalizationError,
    })
    const details = { invoice_id: invoiceId, error: fact.finalizationError }
    const key = `finalization:${invoiceId}`
    await writeNotice(applying, { companyId, key, kind: 'invoice.finalization_failed', details })
  }
  if (eventType === 'invoice.payment_failed' || eventType === 'invoice.payment_action_required') {
    await writeNotice(applying, {
      companyId,
      key: `payment:${invoiceId}:${attemptCount}:${fact.chargeId ?? 'none'}`,
      kind: eventType,
      details: {
        invoice_id: invoiceId,
        attempt: attemptCount,
        pay_at: fact.hostedInvoiceUrl,
        next_attempt_at: fact.nextPaymentAttemptAt,
      },
    })
  }
}

/** Returns the prices that are no plans: they may become some, and then this is done again. */
async function grantPaid(
  applying: Applying,
  companyId: string,
  fact: KnownInvoice,
): Promise<readonly string[]> {
  const plans = await readPlans(applying, fact)
  const granted = grantsOfInvoice({ invoice: fact, plans, companyId })
  const providerInvoiceId = fact.invoiceId
  await applying.tx
    .updateTable('invoices')
    .set({
      plan_lines_minor: granted.planLinesMinor,
      plan_ids: [...granted.planIds],
      trial_plan_ids: [...granted.trialPlanIds],
      free_periods: [...granted.freePeriods],
    })
    .where('provider_invoice_id', '=', providerInvoiceId)
    .execute()
  for (const grant of granted.grants)
    await grantCredits(applying, { companyId, type: 'SUBSCRIPTION_GRANT', providerInvoiceId, ...grant })
  await settleRefunds(applying, { kind: 'invoice', id: providerInvoiceId })
  return granted.unknownPriceIds
}

async function readPlans({ tx }: Applying, { lines }: InvoiceFact): Promise<Map<string, PlanOfPrice>> {
  const priceIds = [...new Set(lines.flatMap(({ priceId }) => priceId ?? []))]
  if (priceIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('plans')
    .select(['id', 'provider_price_id', 'credits_micros', 'trial_credits_micros', 'billing_interval'])
    .where('provider_price_id', 'in', priceIds)
    .execute()
  return new Map(
    rows.map((row) => [
      row.provider_price_id ?? '',
      {
        id: row.id,
        creditsMicros: row.credits_micros,
        trialCreditsMicros: row.trial_credits_micros,
        interval: row.billing_interval,
      },
    ]),
  )
}
