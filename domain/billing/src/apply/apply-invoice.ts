import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'
import type { InvoiceFact } from '../facts/provider-fact.ts'
import { isClosedInvoice, replacesInvoiceState } from '../rules/event-order.ts'
import { type PlanOfPrice, grantsOfInvoice } from '../rules/grants-of-invoice.ts'
import { announceInvoice, announcePaymentFailure } from './announce-invoice.ts'
import { completeTopUp, isTopUp } from '../top-up/apply-top-up.ts'
import { restoreTopUp } from '../top-up/restore-top-up.ts'
import { type Applied, type ApplyContext, applied, wakeParkedEvents, writeNotice } from './apply-context.ts'
import { companyWaitKey, findCompany } from './find-company.ts'
import { grantCredits } from './grant-credits.ts'
import { settleRefunds } from './settle-refunds.ts'

type InvoiceRow = Selectable<Tables['invoices']>
type KnownInvoice = InvoiceFact & { invoiceId: string }

/** `eventType` is absent if the invoice was fetched. */
export async function applyInvoice(
  context: ApplyContext,
  fact: InvoiceFact,
  eventType?: string,
): Promise<Applied> {
  const companyId = await findCompany(context, fact)
  if (companyId === undefined) {
    return { kind: 'parked', waitsFor: companyWaitKey(fact), reason: 'the company of the invoice is unknown' }
  }
  if (eventType === 'invoice.upcoming' || !hasId(fact)) {
    await announceRenewal(context, companyId, fact)
    return applied
  }
  await markSubscriptionSeen(context, fact.subscriptionId)
  if (fact.status === 'PAID') await restoreTopUp(context, companyId, fact)
  const status = await mirrorInvoice(context, { companyId, fact, eventType })
  if (!isClosedInvoice(status)) await writePaymentNotice(context, { companyId, fact, eventType })
  const unknownPriceIds = fact.status === 'PAID' ? await grantPaid(context, companyId, fact) : []
  const { purchaseId } = fact
  if (fact.status === 'PAID' && purchaseId !== null)
    await completeTopUp(context, { companyId, purchaseId }, fact)
  const [priceId] = unknownPriceIds
  if (priceId === undefined) return applied
  return { kind: 'parked', waitsFor: `price:${priceId}`, reason: `no plan has the price ${priceId}` }
}

function hasId(fact: InvoiceFact): fact is KnownInvoice {
  return fact.invoiceId !== null
}

/** An upcoming invoice has no id and is never stored; subscription and period end identify its notice. */
async function announceRenewal(context: ApplyContext, companyId: string, fact: InvoiceFact): Promise<void> {
  const periodEndS = Math.floor((fact.periodEnd?.getTime() ?? 0) / 1_000)
  await writeNotice(context, {
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

async function markSubscriptionSeen({ tx }: ApplyContext, subscriptionId: string | null): Promise<void> {
  if (subscriptionId === null) return
  await tx
    .updateTable('subscriptions')
    .set({ last_seen_at: sql`now()` })
    .where('provider_subscription_id', '=', subscriptionId)
    .execute()
}

type InvoiceUpdate = { companyId: string; fact: KnownInvoice; eventType: string | undefined }

async function mirrorInvoice(context: ApplyContext, update: InvoiceUpdate): Promise<InvoiceRow['status']> {
  const { tx, ids, asOf, effects } = context
  const { companyId, fact } = update
  const state = toState(context, update)
  const purchaseId = await linkToPurchase(context, update)
  const inserted = await tx
    .insertInto('invoices')
    .values({
      id: ids.uuid(),
      company_id: companyId,
      provider_invoice_id: fact.invoiceId,
      purchase_id: purchaseId,
      ...state,
    })
    .onConflict((conflict) => conflict.column('provider_invoice_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) {
    effects.companyIds.add(companyId)
    effects.summary.push(`invoice ${fact.invoiceId} is ${fact.status}`)
    await wakeParkedEvents(context, [`invoice:${fact.invoiceId}`])
    await announceInvoice(context, { ...fact, companyId, id: inserted.id, statusBefore: null })
    return fact.status
  }
  const stored = await tx
    .selectFrom('invoices')
    .select(['id', 'status', 'event_created_at', 'is_action_required'])
    .where('provider_invoice_id', '=', fact.invoiceId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const before = { status: stored.status, createdAt: stored.event_created_at ?? new Date(0) }
  const isNewer = replacesInvoiceState(before, { status: fact.status, createdAt: asOf })
  // Only one event reports that a confirmation is required, so the flag stays while the invoice is open, and is set even
  // if a check or another event of the same attempt came first.
  const isStillOpen = stored.status === 'OPEN' && fact.status === 'OPEN'
  const isNewlyRequired = isStillOpen && state.is_action_required && !stored.is_action_required
  if (!isNewer && !isNewlyRequired) return stored.status
  await tx
    .updateTable('invoices')
    .set({
      ...(isNewer && state),
      is_action_required: state.is_action_required || (isStillOpen && stored.is_action_required),
      revision: sql`revision + 1`,
      updated_at: sql`now()`,
    })
    .where('provider_invoice_id', '=', fact.invoiceId)
    .execute()
  effects.companyIds.add(companyId)
  if (stored.status === fact.status) return fact.status
  effects.summary.push(`invoice ${fact.invoiceId} is ${fact.status}`)
  await announceInvoice(context, { ...fact, companyId, id: stored.id, statusBefore: stored.status })
  return fact.status
}

/**
 * Gives the invoice that a paid checkout has recorded the id of the provider's invoice, which the checkout may not have
 * known. Otherwise returns the purchase that a new row is for, so that the checkout finds it.
 */
async function linkToPurchase(
  { tx }: ApplyContext,
  { companyId, fact }: InvoiceUpdate,
): Promise<string | null> {
  if (fact.purchaseId === null) return null
  const recorded = await tx
    .selectFrom('invoices')
    .select(['id', 'provider_invoice_id'])
    .where('company_id', '=', companyId)
    .where('purchase_id', '=', fact.purchaseId)
    .forUpdate()
    .executeTakeFirst()
  if (recorded?.provider_invoice_id === null) {
    await tx
      .updateTable('invoices')
      .set({ provider_invoice_id: fact.invoiceId })
      .where('company_id', '=', companyId)
      .where('id', '=', recorded.id)
      .execute()
  }
  if (recorded) return null
  const purchase = await tx
    .selectFrom('credit_pack_purchases')
    .select('id')
    .where('id', '=', fact.purchaseId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return purchase?.id ?? null
}

function toState({ asOf }: ApplyContext, { fact, eventType }: InvoiceUpdate) {
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
    paid_at: fact.paidAt ?? (fact.status === 'PAID' ? asOf : null),
    attempt_count: fact.attemptCount,
    next_payment_attempt_at: fact.nextPaymentAttemptAt,
    is_action_required: fact.status === 'OPEN' && eventType === 'invoice.payment_action_required',
    finalization_error: fact.status === 'DRAFT' ? fact.finalizationError : null,
    hosted_invoice_url: fact.hostedInvoiceUrl,
    invoice_pdf_url: fact.invoicePdfUrl,
    event_created_at: asOf,
  }
}

/**
 * Events about a failed payment and about a required confirmation usually arrive together, so each attempt gets one
 * notice.
 */
async function writePaymentNotice(
  context: ApplyContext,
  { companyId, fact, eventType }: InvoiceUpdate,
): Promise<void> {
  const { invoiceId, attemptCount } = fact
  if (eventType === 'invoice.finalization_failed') {
    context.logger.error('invoice could not be finalised', {
      invoice_id: invoiceId,
      company_id: companyId,
      reason: fact.finalizationError,
    })
    const details = { invoice_id: invoiceId, error: fact.finalizationError }
    const key = `finalization:${invoiceId}`
    await writeNotice(context, { companyId, key, kind: 'invoice.finalization_failed', details })
  }
  if (eventType === 'invoice.payment_failed')
    await announcePaymentFailure(context, { companyId, providerInvoiceId: invoiceId, attempt: attemptCount })
  // A top-up reports its failure itself.
  const { purchaseId } = fact
  if (purchaseId !== null && (await isTopUp(context.tx, { companyId, purchaseId }))) return
  if (eventType === 'invoice.payment_failed' || eventType === 'invoice.payment_action_required') {
    await writeNotice(context, {
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

/**
 * Returns the price ids that match no plan. A plan may be linked to them later, and the event is then applied again.
 */
async function grantPaid(
  context: ApplyContext,
  companyId: string,
  fact: KnownInvoice,
): Promise<readonly string[]> {
  const plans = await readPlans(context, fact)
  const granted = grantsOfInvoice({ invoice: fact, plans, companyId })
  const providerInvoiceId = fact.invoiceId
  await context.tx
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
    await grantCredits(context, { companyId, type: 'SUBSCRIPTION_GRANT', providerInvoiceId, ...grant })
  await settleRefunds(context, { kind: 'invoice', id: providerInvoiceId })
  return granted.unknownPriceIds
}

async function readPlans({ tx }: ApplyContext, { lines }: InvoiceFact): Promise<Map<string, PlanOfPrice>> {
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
