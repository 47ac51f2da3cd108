import { createDatabase } from '@gatehouse/postgres/create-database'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import type { Tables } from '@gatehouse/schema/tables'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { type FaultProxy, startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Catalog, createCatalog } from '../create-catalog.ts'
import { createReadCredential } from '../read-credential.ts'
import { addPrice, setPrice } from './prices.ts'
import { readCatalog, readCatalogVersion } from './read-catalog.ts'
import { seedDemoAliases } from './seed-demo-aliases.ts'
import { setAlias } from './set-alias.ts'
import { setRoute } from './set-route.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const chat = 'svc/chat-default'
const target = { alias: chat, position: 0, baseUrl: 'https://one.example/v1', providerModel: 'one' }
const price = (micros: bigint) => ({
  alias: chat,
  inputMicrosPerMillion: micros,
  cachedInputMicrosPerMillion: 1n,
  outputMicrosPerMillion: 2n,
})

let scope: AsyncDisposableStack
let open: OpenTestDatabase
let proxy: FaultProxy
let deps: Parameters<typeof setRoute>[0]
let lines: string[]

beforeEach(async () => {
  scope = new AsyncDisposableStack()
  open = scope.use(await openTestDatabase())
  proxy = scope.use(await startFaultProxy({ targetPort: Number(new URL(open.url).port) }))
  deps = { database: open.database, ids, by: { actor: { kind: 'operator', id: 'ada' } } }
  lines = []
  await setAlias(deps, { alias: chat, capability: 'chat', maxOutputTokens: 100, isEnabled: true })
  await setRoute(deps, target)
  await setPrice(deps, price(1n))
})
afterEach(() => scope.disposeAsync())

/** Opens a catalog as a gateway process does, over connections that the test can break. */
function openCatalog(): Catalog {
  const logger = createLogger({
    service: 'test',
    level: 'info',
    sinks: [{ write: (line) => void lines.push(line) }],
  })
  const url = new URL(open.url)
  url.port = String(proxy.port)
  const postgres = createPostgres({
    url: new Secret(url.href),
    applicationName: 'catalog',
    poolSizeMax: 2,
    logger: createLogger({ service: 'test', level: 'fatal', sinks: [] }),
  })
  scope.defer(postgres.close)
  const database = createDatabase<Tables>(postgres)
  const catalog = createCatalog({
    clock,
    logger,
    metrics: createMetrics('test'),
    readCatalog: () => readCatalog(database),
    readVersion: () => readCatalogVersion(database),
    readCredential: createReadCredential({ clock, environment: { KEY: 'word' } }),
  })
  scope.defer(catalog.close)
  return catalog
}

/** Options for waiting until a committed change is in use. */
const soon = (what: string) => ({ withinMs: 30_000, what })
const first = (catalog: Catalog) => catalog.find(chat)?.routes[0]

test('every kind of change is in use within 1.5 s of its commit', async () => {
  const catalog = openCatalog()
  await catalog.start()
  expect(catalog.find(chat)).toMatchObject({
    capability: 'chat',
    maxOutputTokens: 100,
    routes: [{ baseUrl: 'https://one.example/v1', timeouts: { connectMs: 2_000, totalMs: 600_000 } }],
    price: { inputMicrosPerMillion: 1n },
  })

  await setRoute(deps, { ...target, baseUrl: 'https://two.example/v1', credentialRef: 'env:KEY' })
  await waitUntil(() => first(catalog)?.baseUrl === 'https://two.example/v1', soon('the route'))
  expect(first(catalog)?.credential?.reveal()).toBe('word')
  const { version } = await setPrice(deps, price(3n))
  await waitUntil(() => catalog.find(chat)?.price?.version === version, soon('the price'))
  await open.database.updateTable('model_routes').set({ weight: 7 }).execute()
  await waitUntil(() => first(catalog)?.weight === 7, soon('a manual change'))
  await open.database.deleteFrom('model_routes').execute()
  await waitUntil(() => first(catalog) === undefined, soon('the removal'))
  await setAlias(deps, { alias: chat, capability: 'chat', maxOutputTokens: 100, isEnabled: false })
  await waitUntil(() => catalog.find(chat) === undefined, soon('switching off'))
})

test('an uncommitted change is not in use and does not change the version', async () => {
  const before = await readCatalogVersion(open.database)
  const undone = open.database.transaction().execute(async (tx) => {
    await tx.updateTable('model_routes').set({ weight: 9 }).execute()
    expect((await readCatalog(open.database)).routes[0]?.weight).toBe(1)
    expect(await readCatalogVersion(open.database)).toBe(before)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await readCatalogVersion(open.database)).toBe(before)
})

// Nothing is written when such a price becomes valid, so no trigger fires.
test('a price with a future start is in use within 1.5 s of its start', async () => {
  const catalog = openCatalog()
  await catalog.start()
  const validFrom = new Date(Date.now() + 1_500)
  const version = await addPrice(open.database, price(50n), validFrom)
  await waitUntil(() => catalog.find(chat)?.price?.version === version, {
    withinMs: 30_000,
    what: 'the price',
  })
  expect(Date.now()).toBeGreaterThanOrEqual(validFrom.getTime())
  expect(Date.now() - validFrom.getTime()).toBeLessThan(1_500)
})

test.each([{ kind: 'reset' }, { kind: 'blackHole' }] as const)(
  'without the database ($kind) the last catalog stays in use, one line is logged, and changes follow when it is back',
  async (fault) => {
    const catalog = openCatalog()
    await catalog.start()
    await proxy.set(fault)
    await setRoute(deps, { ...target, baseUrl: 'https://two.example/v1' })
    await waitUntil(() => catalog.ageMs() > 4_000, { withinMs: 30_000, what: 'several checks failed' })
    expect(first(catalog)?.baseUrl).toBe('https://one.example/v1')
    expect(lines.filter((line) => line.includes('"warn"'))).toHaveLength(1)
    await proxy.heal()
    await waitUntil(() => first(catalog)?.baseUrl === 'https://two.example/v1', {
      withinMs: 30_000,
      what: 'the change is in use',
    })
    expect(lines.filter((line) => line.includes('can be read again'))).toHaveLength(1)
  },
)

test('a start without the database fails in time with a fault', async () => {
  await proxy.set({ kind: 'refuse' })
  const startedMs = performance.now()
  await expect(openCatalog().start()).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'postgres.unreachable',
  })
  expect(performance.now() - startedMs).toBeLessThan(15_000)
})

test('an invalid row in the database affects only itself', async () => {
  await seedDemoAliases(deps, {
    baseUrl: 'http://127.0.0.1:1/v1',
    models: { chat: 'c', extract: 'e', embed: 'v' },
  })
  await open.postgres.query(`update model_routes set base_url = 'not a url' where alias = 'svc/chat-cheap'`)
  await open.postgres.query(
    `update model_routes set credential_ref = 'env:ABSENT' where alias = 'svc/extract-fast'`,
  )
  await setAlias(deps, { alias: 'svc/unpriced', capability: 'chat', maxOutputTokens: 1, isEnabled: true })
  await setRoute(deps, { ...target, alias: 'svc/unpriced' })
  const catalog = openCatalog()
  await catalog.start()
  const shown = catalog.list().map(({ alias, routes, price }) => [alias, routes.length, price !== undefined])
  expect(shown).toEqual([
    ['svc/chat-cheap', 0, true],
    ['svc/chat-default', 1, true],
    ['svc/chat-premium', 1, true],
    ['svc/embed-default', 1, true],
    ['svc/extract-default', 1, true],
    ['svc/extract-fast', 0, true],
    ['svc/unpriced', 1, false],
  ])
  const told = lines.filter((line) => line.includes('"error"'))
  expect(told.filter((line) => line.includes('the base URL of the route is invalid'))).toHaveLength(1)
  expect(told.filter((line) => line.includes('the credential env:ABSENT is not set'))).toHaveLength(1)
  expect(told.filter((line) => line.includes('svc/unpriced'))).toHaveLength(1)
})

test('the database stores no credential and no implausible number', async () => {
  const refused = (statement: string) => expect(open.postgres.query(statement)).rejects
  await refused(`update model_routes set credential_ref = 'sk-123'`).toMatchObject({
    constraint: 'model_routes_credential_ref_shape',
  })
  await refused('update model_routes set weight = 0').toMatchObject({
    constraint: 'model_routes_weight_positive',
  })
  await refused('update model_routes set total_timeout_ms = 0').toMatchObject({
    constraint: 'model_routes_total_timeout_positive',
  })
  await refused('update model_aliases set max_output_tokens = 0').toMatchObject({
    constraint: 'model_aliases_max_output_tokens',
  })
})
