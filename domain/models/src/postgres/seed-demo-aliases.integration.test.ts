import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setPrice } from './prices.ts'
import { readCatalog } from './read-catalog.ts'
import { seedDemoAliases } from './seed-demo-aliases.ts'
import { setRoute } from './set-route.ts'

const provider = {
  baseUrl: 'http://127.0.0.1:8090/v1',
  models: { chat: 'sim-chat', extract: 'sim-extract', embed: 'sim-embed' },
}
const documented = [
  'svc/chat-cheap',
  'svc/chat-default',
  'svc/chat-premium',
  'svc/embed-default',
  'svc/extract-default',
  'svc/extract-fast',
]

let open: OpenTestDatabase
let deps: Parameters<typeof setRoute>[0]
beforeEach(async () => {
  open = await openTestDatabase()
  deps = {
    database: open.database,
    ids: createIds(createSystemClock()),
    by: { actor: { kind: 'operator', id: 'ada' } },
  }
})
afterEach(() => open[Symbol.asyncDispose]())

const stored = () => readCatalog(open.database)

test('repeated and concurrent seeding creates the documented aliases once, each with a route and a price', async () => {
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => seedDemoAliases(deps, provider)))
  outcomes.push(await seedDemoAliases(deps, provider))
  expect(outcomes.flatMap(({ created }) => created).sort()).toEqual(documented)
  expect(outcomes.flatMap(({ rerouted }) => rerouted)).toEqual([])
  const { aliases, routes, prices } = await stored()
  expect(aliases.map(({ alias }) => alias)).toEqual(documented)
  expect(routes.map(({ alias }) => alias)).toEqual(documented)
  expect([...prices.keys()].sort()).toEqual(documented)
  expect(routes.find(({ alias }) => alias === 'svc/embed-default')).toMatchObject({
    baseUrl: provider.baseUrl,
    providerModel: 'sim-embed',
    credentialRef: null,
  })
  const priceRows = await open.database.selectFrom('model_prices').select('alias').execute()
  expect(priceRows).toHaveLength(6)
  expect(await open.database.selectFrom('audit_log').select('action').execute()).toHaveLength(6)
})

test('seeding again follows a provider that moved and keeps the settings of operators', async () => {
  await seedDemoAliases(deps, provider)
  const own = {
    alias: 'svc/chat-premium',
    position: 0,
    baseUrl: 'https://own.example/v1',
    providerModel: 'own',
  }
  await setRoute(deps, own)
  const price = {
    alias: 'svc/chat-cheap',
    inputMicrosPerMillion: 7n,
    cachedInputMicrosPerMillion: 7n,
    outputMicrosPerMillion: 7n,
  }
  const { version } = await setPrice(deps, price)
  const moved = { ...provider, baseUrl: 'http://127.0.0.1:9999/v1' }
  const { created, rerouted } = await seedDemoAliases(deps, moved)
  expect(created).toEqual([])
  expect(rerouted.toSorted()).toEqual(documented.filter((alias) => alias !== own.alias))
  const { routes, prices } = await stored()
  expect(routes).toHaveLength(6)
  expect(routes.find(({ alias }) => alias === own.alias)).toMatchObject(own)
  expect(routes.filter(({ baseUrl }) => baseUrl === moved.baseUrl)).toHaveLength(5)
  expect(prices.get('svc/chat-cheap')?.version).toBe(version)
})

test('the prefix of the aliases is configurable', async () => {
  await seedDemoAliases(deps, provider)
  await seedDemoAliases(deps, { ...provider, prefix: 'acme' })
  const { aliases, routes } = await stored()
  expect(aliases.filter(({ alias }) => alias.startsWith('acme/'))).toHaveLength(6)
  expect(routes).toHaveLength(12)
})
