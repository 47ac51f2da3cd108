// Creates offers at the payment provider: each one has a product and a price there before it can be sold.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { Fault } from '@gatehouse/runtime/fault'
import { sql } from 'kysely'
import type { CatalogDeps } from '../billing-deps.ts'
import {
  type CreditPack,
  type NewCreditPack,
  type PackTerms,
  type Plan,
  needsProviderPricing,
  readPackTerms,
} from './offers.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { listPlans, toCreditPack, toPlan } from './list-offers.ts'

type Priceable = {
  kind: 'pack' | 'plan'
  id: string
  name: string
  priceMinor: bigint
  currency: string
  interval?: 'month' | 'year'
}

type Pricing = { productId: string; productName: string; priceId: string }

/**
 * Creates the provider's product and price for an offer. Idempotent, also under concurrency: we choose the product's id,
 * and the price is found by its lookup key.
 */
async function ensurePricing(provider: PaymentProvider, offer: Priceable): Promise<Pricing> {
  const { kind, id, name, currency, priceMinor, interval } = offer
  const { id: productId, name: productName } = await provider.ensureProduct({
    id: `gatehouse_${kind}_${id}`,
    name,
  })
  const lookupKey = `gatehouse_${kind}_${id}_${currency}_${priceMinor}`
  const known = await provider.findPrice(lookupKey)
  if (known !== undefined) return { productId, productName, priceId: known }
  const price = { productId, lookupKey, amountMinor: priceMinor, currency, ...(interval ? { interval } : {}) }
  try {
    return { productId, productName, priceId: await provider.createPrice(price) }
  } catch (thrown) {
    // A concurrent call for the same offer may have taken the lookup key in the meantime.
    const made =
      thrown instanceof Fault && thrown.kind === 'invalid' ? await provider.findPrice(lookupKey) : undefined
    if (made === undefined) throw thrown
    return { productId, productName, priceId: made }
  }
}

/**
 * Writes the row, then creates the price at the provider, then stores its ids in the row. Identical terms mean the same
 * pack: a retry after a lost response or an interrupted attempt returns that pack and completes what is missing.
 */
export async function createCreditPack(
  deps: CatalogDeps,
  input: NewCreditPack,
  by: AuditActor,
): Promise<CreditPack> {
  const pack = await insertPack(deps, readPackTerms(input), by)
  if (pack.providerPriceId !== null) return pack
  const pricing = await ensurePricing(deps.provider, { kind: 'pack', ...pack })
  const row = await deps.database
    .updateTable('credit_packs')
    .set({
      provider_product_id: pricing.productId,
      provider_product_name: pricing.productName,
      provider_price_id: pricing.priceId,
      updated_at: sql`now()`,
    })
    .where('id', '=', pack.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toCreditPack(row)
}

async function insertPack(
  { database, ids }: CatalogDeps,
  terms: PackTerms,
  by: AuditActor,
): Promise<CreditPack> {
  return database.transaction().execute(async (tx) => {
    const id = ids.uuid()
    const row = await tx
      .insertInto('credit_packs')
      .values({
        id,
        name: terms.name,
        credits_micros: terms.creditsMicros,
        price_minor: terms.priceMinor,
        currency: terms.currency,
        sort_order: terms.sortOrder,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['name', 'credits_micros', 'price_minor', 'currency'])
          .where('status', '=', 'ACTIVE')
          .doUpdateSet({ sort_order: terms.sortOrder }),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    if (row.id === id) {
      await recordAuditEntry(ids, tx, {
        companyId: null,
        ...by,
        action: 'credit_pack.create',
        subject: { kind: 'credit_pack', id },
        details: {
          ...terms,
          creditsMicros: String(terms.creditsMicros),
          priceMinor: String(terms.priceMinor),
        },
      })
    }
    return toCreditPack(row)
  })
}

/**
 * Creates a price at the provider for every active plan that needs one; returns all plans. Each price is stored as soon
 * as it is created, so an interrupted run can simply be repeated. A plan that the provider rejects stays without a
 * price and does not hold up the others.
 */
export async function syncPlanPricing(deps: CatalogDeps, by: AuditActor): Promise<readonly Plan[]> {
  const plans = await listPlans(deps.database)
  const failures: unknown[] = []
  const synced: Plan[] = []
  for (const plan of plans) {
    try {
      synced.push(needsProviderPricing(plan) ? await pricePlan(deps, plan, by) : plan)
    } catch (thrown) {
      deps.logger.warn('plan could not be priced', { error: thrown, plan_id: plan.id })
      failures.push(thrown)
      synced.push(plan)
      // The provider is rate limiting us or is down: the next plan would fail too.
      if (thrown instanceof Fault && thrown.kind === 'unavailable') throw thrown
    }
  }
  // If every plan failed, the caller must not see success.
  const wanted = plans.filter(needsProviderPricing).length
  if (wanted > 0 && failures.length === wanted) throw failures[0]
  return synced
}

async function pricePlan(
  { database, ids, provider }: CatalogDeps,
  plan: Plan,
  by: AuditActor,
): Promise<Plan> {
  const interval = plan.interval === 'YEAR' ? 'year' : 'month'
  const pricing = await ensurePricing(provider, { kind: 'plan', ...plan, interval })
  return database.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('plans')
      .set({
        provider_product_id: pricing.productId,
        provider_product_name: pricing.productName,
        provider_price_id: pricing.priceId,
        updated_at: sql`now()`,
      })
      .where('id', '=', plan.id)
      .where('provider_price_id', 'is', null)
      .returningAll()
      .executeTakeFirst()
    // A concurrent run stored the same price first.
    if (!row) return { ...plan, providerProductId: pricing.productId, providerPriceId: pricing.priceId }
    await recordAuditEntry(ids, tx, {
      companyId: null,
      ...by,
      action: 'plan.price',
      subject: { kind: 'plan', id: plan.id },
      details: pricing,
    })
    // The event of an invoice with this price may be parked until the plan is known; make it due now.
    await tx
      .updateTable('provider_events')
      .set({ next_attempt_at: sql`now()` })
      .where('status', '=', 'PARKED')
      .where('waits_for', '=', `price:${pricing.priceId}`)
      .execute()
    return toPlan(row)
  })
}
