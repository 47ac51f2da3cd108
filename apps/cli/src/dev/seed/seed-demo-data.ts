// What a new database needs to be tried out. Everything is added once; a second start changes only what belongs to a start.
import { seedDemoCompany } from '@gatehouse/companies/seed-demo-company'
import type { DevState } from '../dev-state.ts'
import type { SeedDeps } from './seed-deps.ts'
import { seedJobs } from './seed-jobs.ts'
import { type SeededKeys, seedCredits, seedKeys } from './seed-keys.ts'
import { seedModels } from './seed-models.ts'
import { seedOffers } from './seed-offers.ts'
import { type DemoUser, seedUsers } from './seed-users.ts'

export type DemoOrder = {
  state: DevState
  providerUrl: string
  keyPeppers: string | undefined
  /** Undefined where a payment provider is configured. */
  paymentSimulator: { apiKey: string; apiUrl: string } | undefined
}

export type DemoData = SeededKeys & { demoUsers: readonly DemoUser[] }

export async function seedDemoData(deps: SeedDeps, order: DemoOrder): Promise<DemoData> {
  const { kind, demo } = await seedDemoCompany(deps.database, deps.ids)
  if (kind === 'created') deps.print(`added the demo company ${demo.companyName}`)
  await seedModels(deps, order.providerUrl)
  await seedCredits(deps)
  await seedJobs(deps)
  if (order.paymentSimulator) await seedOffers(deps, order.paymentSimulator)
  const keys = await seedKeys(deps, order.state, order.keyPeppers)
  return { ...keys, demoUsers: await seedUsers(deps) }
}
