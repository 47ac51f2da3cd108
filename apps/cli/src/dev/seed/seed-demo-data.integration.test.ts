import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoCompany } from '@gatehouse/companies/seed-demo-company'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { startStripeSim } from '@gatehouse/testkit/start-stripe-sim'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDevState } from '../dev-state.ts'
import { seedDemoData } from './seed-demo-data.ts'

const clock = createSystemClock()
let scope: AsyncDisposableStack
let dataDirectory: string
let paymentSimulator: { apiKey: string; apiUrl: string }
beforeEach(async () => {
  scope = new AsyncDisposableStack()
  dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-demo-data-'))
  scope.defer(() => rm(dataDirectory, { recursive: true, force: true }))
  const sim = scope.use(await startStripeSim())
  paymentSimulator = { apiKey: sim.apiKey, apiUrl: sim.baseUrl }
})
afterEach(() => scope.disposeAsync())

/** Seeds like one start of `gatehouse dev`. */
async function seed({ database, postgres }: OpenTestDatabase, simulator?: typeof paymentSimulator) {
  const deps = { database, postgres, clock, ids: createIds(clock), print: () => undefined }
  return seedDemoData(deps, {
    state: await openDevState(dataDirectory, database),
    providerUrl: 'http://127.0.0.1:1/v1',
    keyPeppers: undefined,
    paymentSimulator: simulator,
    hasHistory: false,
    objectsUrl: 'file:///dev/null',
    redisUrl: 'redis://127.0.0.1:1',
  })
}

const countKeys = async ({ database }: OpenTestDatabase) =>
  (await database.selectFrom('api_keys').select('id').execute()).length

test('the keys stay the same across starts, and nothing is added twice', async () => {
  const open = scope.use(await openTestDatabase())
  const first = await seed(open, paymentSimulator)
  const counts = async () => {
    const tables = ['api_keys', 'jobs', 'credit_packs', 'plans', 'credit_transfers'] as const
    return Promise.all(
      tables.map(async (table) => (await open.database.selectFrom(table).select('id').execute()).length),
    )
  }
  expect(await counts()).toEqual([2, 2, 2, 2, 1])
  const second = await seed(open, paymentSimulator)
  expect({ demoKey: second.demoKey, serviceKey: second.serviceKey }).toEqual({
    demoKey: first.demoKey,
    serviceKey: first.serviceKey,
  })
  expect(await counts()).toEqual([2, 2, 2, 2, 1])
})

test('a revoked demo key is replaced, and so is a service key that lacks a scope', async () => {
  const open = scope.use(await openTestDatabase())
  const first = await seed(open)
  const keys = () => open.database.updateTable('api_keys')
  await keys().set({ revoked_at: new Date() }).where('company_id', '=', demoCompany.companyId).execute()
  await keys()
    .set({ scopes: ['inference:chat'] })
    .where('name', '=', 'AI service')
    .execute()
  const second = await seed(open)
  expect(second.demoKey).not.toBe(first.demoKey)
  expect(second.serviceKey).not.toBe(first.serviceKey)
  expect(await seed(open)).toMatchObject({ demoKey: second.demoKey, serviceKey: second.serviceKey })
  expect(await countKeys(open)).toBe(4)
})

test('each database has its own keys, in files that only the owner can read', async () => {
  const [one, two] = [scope.use(await openTestDatabase()), scope.use(await openTestDatabase())]
  const { demoKey } = await seed(one)
  expect((await seed(two)).demoKey).not.toBe(demoKey)
  expect((await seed(one)).demoKey).toBe(demoKey)
  const states = await readdir(join(dataDirectory, 'state'))
  expect(states).toHaveLength(2)
  for (const state of states) {
    const { mode } = await stat(join(dataDirectory, 'state', state, 'keys.json'))
    expect(mode & 0o077).toBe(0)
  }
})

test('the demo offers can be bought, and archived ones stay archived', async () => {
  const open = scope.use(await openTestDatabase())
  await seed(open, paymentSimulator)
  const priced = await open.database
    .selectFrom('credit_packs')
    .innerJoin('plans', (join) => join.onTrue())
    .select(['credit_packs.provider_price_id as pack', 'plans.provider_price_id as plan'])
    .execute()
  expect(priced.every(({ pack, plan }) => pack !== null && plan !== null)).toBe(true)
  await open.database.updateTable('credit_packs').set({ status: 'ARCHIVED' }).execute()
  await seed(open, paymentSimulator)
  const packs = await open.database.selectFrom('credit_packs').select('status').execute()
  expect(packs).toEqual([{ status: 'ARCHIVED' }, { status: 'ARCHIVED' }])
})
