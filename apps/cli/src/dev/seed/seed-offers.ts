// Adds credit packs and plans that can be bought from the payment simulator. A configured payment provider gets none, because
// its products are real.
import { oneShard } from '@gatehouse/postgres/shards'
import { createCreditPack, syncPlanPricing } from '@gatehouse/billing/offer-pricing'
import { listPlans } from '@gatehouse/billing/list-offers'
import { createPlan } from '@gatehouse/billing/manage-offers'
import { openInbox } from '@gatehouse/billing/open-billing'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { type SeedDeps, seededBy } from './seed-deps.ts'

const demoPacks = [
  { name: 'Demo pack S', credits: 100, price: 10, currency: 'eur', sortOrder: 1 },
  { name: 'Demo pack L', credits: 1_200, price: 100, currency: 'eur', sortOrder: 2 },
]

const planTerms = { billingMode: 'PREPAID', interval: 'MONTH', trialDays: 0, trialCredits: 0 } as const
const demoPlans = [
  { ...planTerms, name: 'Demo plan Basic', credits: 300, price: 25, currency: 'eur', sortOrder: 1 },
  { ...planTerms, name: 'Demo plan Pro', credits: 1_500, price: 99, currency: 'eur', sortOrder: 2 },
]

/** Adds each offer once, by name: offers that a developer has archived or deactivated stay so. */
export async function seedOffers(
  deps: SeedDeps,
  simulator: { apiKey: string; apiUrl: string },
): Promise<void> {
  const settings = { apiKey: new Secret(simulator.apiKey), apiUrl: simulator.apiUrl }
  const logger = createLogger({ service: 'cli', level: 'warn', sinks: [] })
  const { events: catalog } = openInbox({ ...deps, databases: oneShard(deps.database), logger, settings })
  const packs = await deps.database.selectFrom('credit_packs').select('name').execute()
  const plans = await listPlans(deps.database)
  const newPacks = demoPacks.filter(({ name }) => !packs.some((pack) => pack.name === name))
  const newPlans = demoPlans.filter(({ name }) => !plans.some((plan) => plan.name === name))
  for (const pack of newPacks) await createCreditPack(catalog, pack, seededBy)
  for (const plan of newPlans) await createPlan(catalog, plan, seededBy)
  await syncPlanPricing(catalog, seededBy)
  if (newPacks.length + newPlans.length > 0)
    deps.print(`added ${newPacks.length} demo credit packs and ${newPlans.length} demo plans`)
}
