import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'
import type { CheckoutFact } from '../../facts/provider-fact.ts'
import { type Applied, type Applying, applied, tellWhoWaits } from './applying.ts'
import { companyWaitKey, findCompany } from './find-company.ts'
import { grantCredits } from './grant-credits.ts'
import { settleRefunds } from './settle-refunds.ts'

type Purchase = Selectable<Tables['credit_pack_purchases']>

export async function applyCheckout(applying: Applying, fact: CheckoutFact): Promise<Applied> {
  if (fact.mode === 'setup') return applied
  return fact.mode === 'subscription'
    ? applySubscriptionCheckout(applying, fact)
    : applyPackCheckout(applying, fact)
}

/** Only says whose subscription it is. Credits come with its paid invoices, and from nothing else. */
async function applySubscriptionCheckout(applying: Applying, fact: CheckoutFact): Promise<Applied> {
  const companyId = await findCompany(applying, fact)
  if (companyId === undefined) {
    return { kind: 'parked', waitsFor: companyWaitKey(fact), reason: 'nobody is known to have subscribed' }
  }
  if (fact.subscriptionId !== null && (await isNewSubscription(applying, fact.subscriptionId))) {
    applying.book.subscriptionsToRead.add(fact.subscriptionId)
  }
  return applied
}

async function isNewSubscription({ tx }: Applying, subscriptionId: string): Promise<boolean> {
  const known = await tx
    .selectFrom('subscriptions')
    .select('id')
    .where('provider_subscription_id', '=', subscriptionId)
    .executeTakeFirst()
  return known === undefined
}

async function applyPackCheckout(applying: Applying, fact: CheckoutFact): Promise<Applied> {
  const purchase = await findPurchase(applying, fact)
  if (!purchase) {
    const waitsFor = fact.purchaseId === null ? `session:${fact.sessionId}` : `purchase:${fact.purchaseId}`
    return { kind: 'parked', waitsFor, reason: 'the checkout belongs to no purchase' }
  }
  // Remembers the customer, so that whatever else tells of it finds the company.
  await findCompany(applying, { customerId: fact.customerId, companyId: purchase.company_id })
  switch (fact.payment) {
    case 'paid':
      await completePurchase(applying, purchase, fact)
      break
    case 'processing':
      await updateUnpaid(applying, purchase, { is_awaiting_payment: true })
      break
    case 'failed':
      await updateUnpaid(applying, purchase, { status: 'FAILED', is_awaiting_payment: false })
      break
    case 'expired':
      await updateUnpaid(applying, purchase, { status: 'EXPIRED' })
      break
    case 'open':
      break
  }
  return applied
}

async function findPurchase(applying: Applying, fact: CheckoutFact): Promise<Purchase | undefined> {
  const { tx } = applying
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
  return found ?? (await restorePurchase(applying, fact))
}

/** Our own record is gone, in a restored backup say, but the provider's says what was sold to whom: the money was taken. */
async function restorePurchase(applying: Applying, fact: CheckoutFact): Promise<Purchase | undefined> {
  const { purchaseId, offer } = fact
  if (purchaseId === null || offer === null) return undefined
  const companyId = await findCompany(applying, fact)
  if (companyId === undefined) return undefined
  applying.book.effects.push(`purchase ${purchaseId} is restored from the provider's record`)
  return applying.tx
    .insertInto('credit_pack_purchases')
    .values({
      id: purchaseId,
      company_id: companyId,
      pack_id: offer.packId,
      credits_micros: offer.creditsMicros,
      price_minor: offer.priceMinor,
      currency: offer.currency,
      provider_session_id: fact.sessionId,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The money is there, so the credits are due, whatever the purchase was thought to have come to. */
async function completePurchase(applying: Applying, purchase: Purchase, fact: CheckoutFact): Promise<void> {
  const { tx, book } = applying
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
  if (isFirst) book.effects.push(`purchase ${purchase.id} is COMPLETED`)
  await grantCredits(applying, {
    companyId: purchase.company_id,
    businessKey: `pack:${purchase.id}`,
    type: 'PACK_PURCHASE',
    amountMicros: purchase.credits_micros,
    purchaseId: purchase.id,
  })
  await recordInvoice(applying, purchase, fact)
  await settleRefunds(applying, { kind: 'purchase', id: purchase.id, paymentIntentId })
  await tellWhoWaits(applying, [
    `purchase:${purchase.id}`,
    ...(fact.paymentIntentId === null ? [] : [`payment_intent:${fact.paymentIntentId}`]),
    ...(fact.invoiceId === null ? [] : [`invoice:${fact.invoiceId}`]),
  ])
}

async function updateUnpaid(
  applying: Applying,
  purchase: Purchase,
  changes: { status?: 'FAILED' | 'EXPIRED'; is_awaiting_payment?: boolean },
): Promise<void> {
  if (purchase.status !== 'PENDING') return
  await applying.tx
    .updateTable('credit_pack_purchases')
    .set({ ...changes, updated_at: sql`now()` })
    .where('id', '=', purchase.id)
    .execute()
  applying.book.effects.push(`purchase ${purchase.id} is ${changes.status ?? 'PENDING, payment processing'}`)
}

/** Credited as offered all the same: what differs is between the company, the provider and a person. */
function findMismatch(purchase: Purchase, fact: CheckoutFact): string | null {
  if (purchase.provider_session_id !== null && purchase.provider_session_id !== fact.sessionId) {
    return `also paid by ${fact.sessionId}`
  }
  const isSame = fact.amountMinor === purchase.price_minor && fact.currency === purchase.currency
  if (isSame || fact.amountMinor === null) return null
  return `offered ${purchase.price_minor} ${purchase.currency}, paid ${fact.amountMinor} ${fact.currency ?? '?'}`
}

/** One for each purchase, and the provider's own if it made one, whichever of the two was heard of first. */
async function recordInvoice(applying: Applying, purchase: Purchase, fact: CheckoutFact): Promise<void> {
  const { tx, ids } = applying
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
      paid_at: applying.saidAt,
      event_created_at: applying.saidAt,
    })
    .onConflict((conflict) => conflict.column('purchase_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) applying.book.effects.push(`invoice of purchase ${purchase.id} is PAID`)
}
