import { seedDemoAliases } from '@gatehouse/models/seed-demo-aliases'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { openDatabase } from '../open-database.ts'

// The simulator answers to every name; these are the ones that it lists.
const models = { chat: 'sim-chat', extract: 'sim-chat', embed: 'sim-embed' }

/** Lets the demo aliases lead to the provider of this run, whose port may differ from the last one's. */
export async function seedModels(
  databaseUrl: string,
  providerUrl: string,
  print: (line: string) => void,
): Promise<void> {
  const { database, close } = openDatabase(new Secret(databaseUrl))
  try {
    const deps = { database, ids: createIds(createSystemClock()) }
    const { created } = await seedDemoAliases(deps, { baseUrl: providerUrl, models })
    if (created.length > 0) print(`added ${created.length} aliases`)
  } finally {
    await close()
  }
}
