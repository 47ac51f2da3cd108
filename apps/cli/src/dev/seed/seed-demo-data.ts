// Adds the demo data to a new database. Everything is added once; a later start only updates the model provider's
// address and the demo users' passwords. The history is added only together with the demo company: in a database that has
// been used, it would end before the present.
import { randomBytes, randomFillSync } from 'node:crypto'
import { demoCompany, seedDemoCompany } from '@gatehouse/companies/seed-demo-company'
import { createUser } from '@gatehouse/identity/users'
import { createLoginStore } from '@gatehouse/identity/login-store'
import { createPasswordHasher } from '@gatehouse/identity/password-hasher'
import { setPassword } from '@gatehouse/identity/change-password'
import { keySettings } from '@gatehouse/keys/hash-key'
import { seedDemoAliases } from '@gatehouse/models/seed-demo-aliases'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'
import { Secret } from '@gatehouse/runtime/secret'
import type { DevState } from '../dev-state.ts'
import { eventSecrets } from '../service-settings.ts'
import { type SeedDeps, seededBy } from './seed-deps.ts'
import { seedJobs } from './seed-jobs.ts'
import { type SeededKeys, seedCredits, seedKeys } from './seed-keys.ts'
import { seedOffers } from './seed-offers.ts'

export type DemoOrder = {
  state: DevState
  providerUrl: string
  keyPeppers: string | undefined
  /** Undefined if a payment provider is configured. */
  paymentSimulator: { apiKey: string; apiUrl: string } | undefined
  /** Whether a new demo company gets sixty days of history. Its purchases need the payment simulator. */
  hasHistory: boolean
  /** Where the services find uploaded documents. */
  objectsUrl: string
  redisUrl: string
}

export type DemoData = SeededKeys & { demoUsers: readonly DemoUser[] }

export async function seedDemoData(deps: SeedDeps, order: DemoOrder): Promise<DemoData> {
  const { kind, demo } = await seedDemoCompany(deps.database, deps.ids)
  if (kind === 'created') deps.print(`added the demo company ${demo.companyName}`)
  await seedModels(deps, order.providerUrl)
  const simulator = kind === 'created' && order.hasHistory ? order.paymentSimulator : undefined
  await seedCredits(simulator ? await atStart(deps) : deps)
  await seedJobs(deps)
  if (order.paymentSimulator) await seedOffers(deps, order.paymentSimulator)
  const keys = await seedKeys(deps, order.state, order.keyPeppers)
  if (simulator) await seedHistory(deps, { ...order, peppers: keys.peppers, simulator })
  return { ...keys, demoUsers: await seedUsers(deps) }
}

/** With ids of the beginning of the history, whose calls spend these credits. */
async function atStart(deps: SeedDeps): Promise<SeedDeps> {
  const { idsOfStart } = await import('@gatehouse/testkit/demo/seed-history')
  return { ...deps, ids: idsOfStart(deps.clock.wallMs()) }
}

async function seedHistory(
  deps: SeedDeps,
  {
    peppers,
    simulator,
    objectsUrl,
    redisUrl,
  }: Pick<DemoOrder, 'objectsUrl' | 'redisUrl'> & {
    peppers: string
    simulator: { apiKey: string; apiUrl: string }
  },
): Promise<void> {
  const demo = await import('@gatehouse/testkit/demo/seed-history')
  deps.print('adding 60 days of demo history; DEMO_HISTORY=off starts without it')
  const objects = createObjectStore(new Secret(objectsUrl), deps.clock)
  const order = {
    peppers: keySettings.KEY_PEPPERS.parse(peppers),
    simulator,
    objects,
    redisUrl: new Secret(redisUrl),
    eventSecrets: namedSecrets('secret').parse(eventSecrets),
  }
  await demo.seedHistory({ ...deps, nowMs: deps.clock.wallMs() }, order)
}

// The simulator accepts every model name; these are the ones that it lists.
const models = { chat: 'sim-chat', extract: 'sim-chat', embed: 'sim-embed' }

/** Routes the demo aliases to the provider of this run, whose port may differ from that of the last run. */
async function seedModels(deps: SeedDeps, providerUrl: string): Promise<void> {
  const { created } = await seedDemoAliases(deps, { baseUrl: providerUrl, models })
  if (created.length > 0) deps.print(`added ${created.length} aliases`)
}

type DemoUser = { role: 'admin' | 'super admin'; email: string; password: string }

const demoUsers = [
  { role: 'admin', email: demoCompany.adminEmail, isSuperAdmin: false },
  { role: 'super admin', email: 'super-admin@demo.example', isSuperAdmin: true },
] as const

/**
 * The users to log in as: the admin of the demo company and a super admin. Their passwords change with every start, because the
 * database may be shared with others.
 */
async function seedUsers({ database, ids }: SeedDeps): Promise<DemoUser[]> {
  const hasher = createPasswordHasher({ fillRandom: randomFillSync })
  const store = createLoginStore({ database, ids, fillRandom: randomFillSync })
  const seeded: DemoUser[] = []
  for (const { role, email, isSuperAdmin } of demoUsers) {
    const password = randomBytes(9).toString('base64url')
    const passwordHash = await hasher.hash(password)
    const found = await store.findByEmail(email)
    await database.transaction().execute(async (tx) => {
      if (found) await setPassword({ ids, tx }, { userId: found.user.id, passwordHash }, seededBy)
      else await createUser({ ids, tx }, { email, passwordHash, isSuperAdmin }, seededBy)
    })
    seeded.push({ role, email, password })
  }
  return seeded
}
