import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { Fault } from '@gatehouse/runtime/fault'
import { sql } from 'kysely'
import { ensurePricing } from '../../ensure-pricing.ts'
import { type Plan, needsProviderPricing } from '../../offers.ts'
import type { By, CatalogDeps } from './catalog-deps.ts'
import { listPlans } from './list-offers.ts'
import { toPlan } from './offer-rows.ts'

/**
 * Gives every active plan that can be sold and has no price one at the provider; all others are returned as they are.
 * Each is written down as soon as it is made, so a run that breaks off is simply run again. A plan that the provider
 * refuses stays without a price and does not keep the others from theirs.
 */
export async function syncPlanPricing(deps: CatalogDeps, by: By): Promise<readonly Plan[]> {
  const plans = await listPlans(deps.database)
  const failures: unknown[] = []
  const synced: Plan[] = []
  for (const plan of plans) {
    try {
      synced.push(needsProviderPricing(plan) ? await pricePlan(deps, plan, by) : plan)
    } catch (thrown) {
      deps.logger.warn('a plan was not priced', { error: thrown, plan_id: plan.id })
      failures.push(thrown)
      synced.push(plan)
      // It asks us to wait, or is away: the next one would fare no better.
      if (thrown instanceof Fault && thrown.kind === 'unavailable') throw thrown
    }
  }
  // Nothing came of it at all, so nobody should believe that it did.
  const wanted = plans.filter(needsProviderPricing).length
  if (wanted > 0 && failures.length === wanted) throw failures[0]
  return synced
}

async function pricePlan({ database, ids, provider }: CatalogDeps, plan: Plan, by: By): Promise<Plan> {
  const interval = plan.interval === 'YEAR' ? 'year' : 'month'
  const pricing = await ensurePricing(provider, { kind: 'plan', ...plan, interval })
  return database.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('plans')
      .set({
        provider_product_id: pricing.productId,
        provider_price_id: pricing.priceId,
        updated_at: sql`now()`,
      })
      .where('id', '=', plan.id)
      .where('provider_price_id', 'is', null)
      .returningAll()
      .executeTakeFirst()
    // Somebody else was faster, with the same price.
    if (!row) return { ...plan, providerProductId: pricing.productId, providerPriceId: pricing.priceId }
    await recordAuditEntry(ids, tx, {
      companyId: null,
      ...by,
      action: 'plan.price',
      subject: { kind: 'plan', id: plan.id },
      details: pricing,
    })
    // An invoice may have come for it before it was written down.
    await tx
      .updateTable('provider_events')
      .set({ next_attempt_at: sql`now()` })
      .where('status', '=', 'PARKED')
      .where('waits_for', '=', `price:${pricing.priceId}`)
      .execute()
    return toPlan(row)
  })
}
