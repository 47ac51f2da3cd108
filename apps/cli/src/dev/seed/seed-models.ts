import { seedDemoAliases } from '@gatehouse/models/seed-demo-aliases'
import type { SeedDeps } from './seed-deps.ts'

// The simulator answers to every name; these are the ones that it lists.
const models = { chat: 'sim-chat', extract: 'sim-chat', embed: 'sim-embed' }

/** Lets the demo aliases lead to the provider of this run, whose port may differ from the last one's. */
export async function seedModels(deps: SeedDeps, providerUrl: string): Promise<void> {
  const { created } = await seedDemoAliases(deps, { baseUrl: providerUrl, models })
  if (created.length > 0) deps.print(`added ${created.length} aliases`)
}
