import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { Fault } from '@gatehouse/runtime/fault'
import { sql } from 'kysely'
import { ensurePricing } from '../../ensure-pricing.ts'
import { type Plan, needsProviderPricing } from '../../offers.ts'
import type { CatalogDeps } from './catalog-deps.ts'
import { listPlans } from './list-offers.ts'
import { toPlan } from './offer-rows.ts'

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
  // Every plan failed, so the caller must not see success.
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
    // An invoice for this price may already be parked.
    await tx
      .updateTable('provider_events')
      .set({ next_attempt_at: sql`now()` })
      .where('status', '=', 'PARKED')
      .where('waits_for', '=', `price:${pricing.priceId}`)
      .execute()
    return toPlan(row)
  })
}
