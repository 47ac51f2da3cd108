import { sql } from 'kysely'
import type { CheckoutFact } from '../facts/provider-fact.ts'
import { describeMismatch } from '../rules/describe-mismatch.ts'
import { announceInvoice } from './announce-invoice.ts'
import { type Applied, type ApplyContext, applied, wakeParkedEvents } from './apply-context.ts'
import { companyWaitKey, findCompany } from './find-company.ts'
import { grantCredits } from './grant-credits.ts'
import { type Purchase, restorePurchase } from './restore-purchase.ts'
import { settleRefunds } from './settle-refunds.ts'

export async function applyCheckout(context: ApplyContext, fact: CheckoutFact): Promise<Applied> {
  if (fact.mode === 'setup') return applied
  return fact.mode === 'subscription'
    ? applySubscriptionCheckout(context, fact)
    : applyPackCheckout(context, fact)
}

/** Only links the subscription to its company. Credits are granted by its paid invoices alone. */
async function applySubscriptionCheckout(context: ApplyContext, fact: CheckoutFact): Promise<Applied> {
  const companyId = await findCompany(context, fact)
  if (companyId === undefined) {
    return {
      kind: 'parked',
      waitsFor: companyWaitKey(fact),
      reason: 'the company of the subscription is unknown',
    }
  }
  if (fact.subscriptionId !== null && (await isNewSubscription(context, fact.subscriptionId))) {
    context.effects.subscriptionsToRead.add(fact.subscriptionId)
  }
  return applied
}

async function isNewSubscription({ tx }: ApplyContext, subscriptionId: string): Promise<boolean> {
  const known = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('provider_subscription_id', '=', subscriptionId)
    .executeTakeFirst()
  return known === undefined
}

async function applyPackCheckout(context: ApplyContext, fact: CheckoutFact): Promise<Applied> {
  const purchase = await findPurchase(context, fact)
  if (!purchase) {
    const waitsFor = fact.purchaseId === null ? `session:${fact.sessionId}` : `purchase:${fact.purchaseId}`
    return { kind: 'parked', waitsFor, reason: 'the purchase of the checkout is unknown' }
  }
  // Stores the customer id, so that later events of this customer find the company.
  await findCompany(context, { customerId: fact.customerId, companyId: purchase.company_id })
  switch (fact.payment) {
    case 'paid':
      await completePurchase(context, purchase, fact)
      break
    case 'processing':
      await updateUnpaid(context, purchase, { is_awaiting_payment: true })
      break
    case 'failed':
      await updateUnpaid(context, purchase, { status: 'FAILED', is_awaiting_payment: false })
      break
    case 'expired':
      await updateUnpaid(context, purchase, { status: 'EXPIRED' })
      break
    case 'open':
      break
  }
  return applied
}

async function findPurchase(context: ApplyContext, fact: CheckoutFact): Promise<Purchase | undefined> {
  const { tx } = context
  const found = await tx
    .selectFrom('credit_pack_purchases')
    .selectAll()
    .where((where) =>
      fact.purchaseId === null
        ? where('provider_session_id', '=', fact.sessionId)
        : where('id', '=', fact.purchaseId),
    )
    .forUpdate()
    .executeTakeFirst()
  const { purchaseId, offer, sessionId } = fact
  if (found || purchaseId === null || offer === null) return found
  const companyId = await findCompany(context, fact)
  return companyId === undefined
    ? undefined
    : restorePurchase(context, { purchaseId, companyId, offer, sessionId })
}

/** The payment succeeded, so the credits are due, regardless of the purchase's current status. */
async function completePurchase(
  context: ApplyContext,
  purchase: Purchase,
  fact: CheckoutFact,
): Promise<void> {
  const { tx, effects } = context
  const paymentIntentId = purchase.provider_payment_intent_id ?? fact.paymentIntentId
  const isFirst = purchase.completed_at === null
  await tx
    .updateTable('credit_pack_purchases')
    .set({
      provider_session_id: purchase.provider_session_id ?? fact.sessionId,
      provider_payment_intent_id: paymentIntentId,
      mismatch: purchase.mismatch ?? findMismatch(purchase, fact),
      ...(isFirst
        ? {
            status: 'COMPLETED' as const,
            paid_minor: fact.amountMinor,
            is_awaiting_payment: false,
            completed_at: sql<Date>`now()`,
          }
        : {}),
      updated_at: sql`now()`,
    })
    .where('id', '=', purchase.id)
    .execute()
  if (isFirst) effects.summary.push(`purchase ${purchase.id} is COMPLETED`)
  await grantCredits(context, {
    companyId: purchase.company_id,
    businessKey: `pack:${purchase.id}`,
    type: 'PACK_PURCHASE',
    amountMicros: purchase.credits_micros,
    purchaseId: purchase.id,
  })
  await recordInvoice(context, purchase, fact)
  await settleRefunds(context, { kind: 'purchase', id: purchase.id, paymentIntentId })
  await wakeParkedEvents(context, [
    `purchase:${purchase.id}`,
    ...(fact.paymentIntentId === null ? [] : [`payment_intent:${fact.paymentIntentId}`]),
    ...(fact.invoiceId === null ? [] : [`invoice:${fact.invoiceId}`]),
  ])
}

async function updateUnpaid(
  context: ApplyContext,
  purchase: Purchase,
  changes: { status?: 'FAILED' | 'EXPIRED'; is_awaiting_payment?: boolean },
): Promise<void> {
  if (purchase.status !== 'PENDING') return
  await context.tx
    .updateTable('credit_pack_purchases')
    .set({ ...changes, updated_at: sql`now()` })
    .where('id', '=', purchase.id)
    .execute()
  context.effects.summary.push(
    `purchase ${purchase.id} is ${changes.status ?? 'PENDING, payment processing'}`,
  )
}

function findMismatch(purchase: Purchase, fact: CheckoutFact): string | null {
  if (purchase.provider_session_id !== null && purchase.provider_session_id !== fact.sessionId) {
    return `also paid by ${fact.sessionId}`
  }
  return describeMismatch(purchase, fact)
}

/** Records one invoice per purchase. If the provider made an invoice, both share one row, whichever arrives first. */
async function recordInvoice(context: ApplyContext, purchase: Purchase, fact: CheckoutFact): Promise<void> {
  const { tx, ids } = context
  if (fact.invoiceId !== null) {
    const linked = await tx
      .updateTable('invoices')
      .set({ purchase_id: purchase.id, updated_at: sql`now()` })
      .where('provider_invoice_id', '=', fact.invoiceId)
      .returning('id')
      .executeTakeFirst()
    if (linked) return
  }
  const inserted = await tx
    .insertInto('invoices')
    .values({
      id: ids.uuid(),
      company_id: purchase.company_id,
      status: 'PAID',
      provider_invoice_id: fact.invoiceId,
      purchase_id: purchase.id,
      billing_reason: 'pack_purchase',
      currency: fact.currency ?? purchase.currency,
      total_minor: fact.amountMinor ?? purchase.price_minor,
      amount_paid_minor: fact.amountMinor ?? purchase.price_minor,
      paid_at: context.asOf,
      // Left empty, so that the provider's invoice adds its number and links, whichever of the two events is older.
      event_created_at: null,
    })
    .onConflict((conflict) => conflict.column('purchase_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return
  context.effects.summary.push(`invoice of purchase ${purchase.id} is PAID`)
  const invoice = { companyId: purchase.company_id, id: inserted.id, number: null, status: 'PAID' } as const
  await announceInvoice(context, { ...invoice, statusBefore: null })
}
