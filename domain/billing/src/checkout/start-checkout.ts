// Creates a checkout on the provider's payment page. The purchase is written first, with its terms; the provider's
// metadata holds all of them, so that its record alone is enough to restore the purchase. A company has at most one
// subscription at a time, and one trial of each plan.
import { Fault } from '@gatehouse/runtime/fault'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { CheckoutDeps } from '../billing-deps.ts'
import { findPack, findPlan } from '../catalog/list-offers.ts'
import { unknownOffer } from '../catalog/manage-offers.ts'
import type { CreditPack, Plan } from '../catalog/offers.ts'
import { isActiveStatus } from '../rules/event-order.ts'
import { ensureCustomer } from './ensure-customer.ts'

export type Buyer = { companyId: string; userId: string | null }

export type StartedCheckout = { sessionId: string; url: string; purchaseId: string | null }

export async function startPackCheckout(
  deps: CheckoutDeps,
  packId: string,
  buyer: Buyer,
): Promise<StartedCheckout> {
  const pack = await findPack(deps.database, packId)
  if (!pack || pack.status !== 'ACTIVE') throw unknownOffer('pack')
  if (pack.providerPriceId === null) throw notOnSale('pack')
  const customerId = await ensureCustomer(deps, buyer.companyId)
  const purchaseId = await insertPurchase(deps, pack, buyer)
  try {
    const session = await deps.provider.createCheckout({
      mode: 'payment',
      idempotencyKey: `checkout:${purchaseId}`,
      priceId: pack.providerPriceId,
      customerId,
      reference: purchaseId,
      metadata: describePurchase(purchaseId, pack, buyer),
      ...deps.returnUrls(buyer.companyId, purchaseId),
    })
    await storeSessionId(deps.databases.of(buyer.companyId), purchaseId, session.sessionId)
    return { ...session, purchaseId }
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.kind !== 'unavailable')
      await markFailed(deps.databases.of(buyer.companyId), purchaseId)
    throw thrown
  }
}

export async function startPlanCheckout(
  deps: CheckoutDeps,
  planId: string,
  buyer: Buyer,
): Promise<StartedCheckout> {
  const plan = await findPlan(deps.database, planId)
  if (!plan?.isActive) throw unknownOffer('plan')
  if (plan.billingMode === 'POSTPAID' || plan.providerPriceId === null) throw notOnSale('plan')
  await refuseSecondSubscription(deps, buyer.companyId)
  const customerId = await ensureCustomer(deps, buyer.companyId)
  const hasTrial =
    plan.trialDays > 0 && !(await hasTriedPlan(deps.databases.of(buyer.companyId), buyer.companyId, plan.id))
  const reference = deps.ids.uuid()
  const session = await deps.provider.createCheckout({
    mode: 'subscription',
    idempotencyKey: `checkout:${reference}`,
    priceId: plan.providerPriceId,
    customerId,
    reference,
    metadata: describeSubscription(plan, buyer),
    ...(hasTrial ? { trialDays: plan.trialDays } : {}),
    ...deps.returnUrls(buyer.companyId, reference),
  })
  return { ...session, purchaseId: null }
}

/** Metadata that the provider stores on the session, the payment intent and the charge. */
function describePurchase(
  purchaseId: string,
  pack: CreditPack,
  { companyId }: Buyer,
): Record<string, string> {
  return {
    company_id: companyId,
    purchase_id: purchaseId,
    pack_id: pack.id,
    credits_micros: String(pack.creditsMicros),
    price_minor: String(pack.priceMinor),
    currency: pack.currency,
  }
}

function describeSubscription(plan: Plan, { companyId }: Buyer): Record<string, string> {
  return { company_id: companyId, plan_id: plan.id }
}

async function insertPurchase(
  { databases, ids }: CheckoutDeps,
  pack: CreditPack,
  buyer: Buyer,
): Promise<string> {
  const id = ids.uuid()
  await databases
    .of(buyer.companyId)
    .insertInto('credit_pack_purchases')
    .values({
      id,
      company_id: buyer.companyId,
      pack_id: pack.id,
      bought_by: buyer.userId,
      credits_micros: pack.creditsMicros,
      price_minor: pack.priceMinor,
      currency: pack.currency,
    })
    .execute()
  return id
}

/** Without the session id, a payment is still credited, because the provider's events name the purchase. */
async function storeSessionId(database: Database, purchaseId: string, sessionId: string): Promise<void> {
  await database
    .updateTable('credit_pack_purchases')
    .set({ provider_session_id: sessionId, updated_at: sql`now()` })
    .where('id', '=', purchaseId)
    .where('provider_session_id', 'is', null)
    .execute()
}

async function markFailed(database: Database, purchaseId: string): Promise<void> {
  await database
    .updateTable('credit_pack_purchases')
    .set({ status: 'FAILED', updated_at: sql`now()` })
    .where('id', '=', purchaseId)
    .where('status', '=', 'PENDING')
    .execute()
}

function notOnSale(what: 'plan' | 'pack'): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'billing.offer_unpriced',
    publicMessage: `This ${what} cannot be bought online. Ask us for it.`,
  })
}

/**
 * Throws if the company has an active subscription. The provider is queried, because the event that reports its end may
 * be late or lost.
 */
async function refuseSecondSubscription(
  { databases, provider }: Pick<CheckoutDeps, 'databases' | 'provider'>,
  companyId: string,
): Promise<void> {
  const rows = await databases
    .of(companyId)
    .selectFrom('subscriptions')
    .select('provider_subscription_id')
    .where('company_id', '=', companyId)
    .where('is_active', '=', true)
    .execute()
  for (const { provider_subscription_id: id } of rows) {
    const { status } = await provider.readSubscription(id)
    if (!isActiveStatus(status)) continue
    throw new Fault({
      kind: 'conflict',
      code: 'billing.subscription_exists',
      publicMessage: 'The company has a plan already. Change, resume or cancel it in the billing portal.',
    })
  }
}

async function hasTriedPlan(database: Database, companyId: string, planId: string): Promise<boolean> {
  const { rows } = await sql<{ has_tried: boolean }>`
    select exists (select from paid_grants where business_key = ${`trial:${companyId}:${planId}`})
        or exists (select from subscriptions
                    where company_id = ${companyId} and plan_id = ${planId} and trial_end is not null) as has_tried`.execute(
    database,
  )
  return rows[0]?.has_tried ?? false
}

/** Opens the provider's own pages for payment methods, invoices and cancellation. */
export async function openPortal(deps: CheckoutDeps, companyId: string): Promise<{ url: string }> {
  return deps.provider.createPortal({
    customerId: await ensureCustomer(deps, companyId),
    returnUrl: deps.portalReturnUrl(companyId),
  })
}
