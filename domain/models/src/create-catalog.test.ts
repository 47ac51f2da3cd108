import { Fault } from '@gatehouse/runtime/fault'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { Capability } from './alias.ts'
import { createCatalog } from './create-catalog.ts'
import { createReadCredential } from './read-credential.ts'
import type { StoredAlias, StoredCatalog, StoredRoute } from './stored-catalog.ts'

const chat = 'svc/chat-default'
const away = () => new Fault({ kind: 'unavailable', code: 'test.away', publicMessage: 'away' })

function storedAlias(alias = chat, changes: Partial<StoredAlias> = {}): StoredAlias {
  return {
    alias,
    capability: 'chat',
    maxOutputTokens: 1_000,
    contextTokens: null,
    isEnabled: true,
    ...changes,
  }
}

function storedRoute(id: string, changes: Partial<StoredRoute> = {}): StoredRoute {
  return {
    id,
    alias: chat,
    position: 0,
    weight: 1,
    baseUrl: 'https://provider.example/v1/',
    providerModel: 'model-1',
    credentialRef: null,
    timeouts: { connectMs: 1, firstByteMs: 2, idleMs: 3, totalMs: 4 },
    supportsStreamOptions: true,
    supportsJsonSchema: true,
    supportsLegacyCompletions: false,
    countsTotalTokens: true,
    answerModels: [],
    rejectedFields: [],
    hiddenFields: [],
    hiddenNames: [],
    isEnabled: true,
    ...changes,
  }
}

const price = (alias = chat) => ({
  version: 9n,
  alias,
  inputMicrosPerMillion: 1n,
  cachedInputMicrosPerMillion: 1n,
  outputMicrosPerMillion: 1n,
})

type Entry = { level: string; message: string; context: Record<string, unknown> }

/** A catalog on a fake clock, and a store that the test changes. */
function setUp(changes: Partial<StoredCatalog> = {}) {
  const clock = createFakeClock()
  const metrics = createMetrics('test')
  const lines: string[] = []
  const environment: Record<string, string> = {}
  const content: StoredCatalog = {
    version: 1n,
    aliases: [storedAlias()],
    routes: [storedRoute('r1')],
    prices: new Map([[chat, price()]]),
    ...changes,
  }
  const store = { isAway: false, reads: 0, versionReads: 0, content }
  const catalog = createCatalog({
    clock,
    metrics,
    logger: createLogger({
      service: 'test',
      level: 'info',
      sinks: [{ write: (line) => void lines.push(line) }],
    }),
    async readCatalog() {
      if (store.isAway) throw away()
      store.reads += 1
      return store.content
    },
    async readVersion() {
      if (store.isAway) throw away()
      store.versionReads += 1
      return store.content.version
    },
    readCredential: createReadCredential({ clock, environment }),
  })
  const change = (changed: Partial<StoredCatalog>) =>
    (store.content = { ...store.content, ...changed, version: store.content.version + 1n })
  const logged = (level?: string) =>
    lines
      .map((line) => JSON.parse(line) as Entry)
      .filter((entry) => level === undefined || entry.level === level)
  const gauge = async (name: string) =>
    (await metrics.getSingleMetric(`gatehouse_model_catalog_${name}`)?.get())?.values[0]?.value
  return { clock, catalog, store, change, logged, gauge, environment, lines }
}

test('only an existing alias is found, with its routes and its price', async () => {
  const { catalog } = setUp({ aliases: [storedAlias('svc/off', { isEnabled: false }), storedAlias()] })
  expect([catalog.find(chat), catalog.isLoaded(), catalog.ageMs()]).toEqual([undefined, false, Infinity])
  await catalog.start()
  expect(catalog.find(chat)).toMatchObject({
    alias: chat,
    capability: 'chat',
    maxOutputTokens: 1_000,
    contextTokens: null,
    routes: [
      { id: 'r1', baseUrl: 'https://provider.example/v1', providerModel: 'model-1', credential: null },
    ],
    price: { version: 9n },
  })
  expect(catalog.list().map(({ alias }) => alias)).toEqual([chat])
  expect(catalog.find('svc/off')).toBeUndefined()
  expect(catalog.isLoaded()).toBe(true)
})

test('the next check sees a change, and an unchanged catalog is not read again', async () => {
  const { clock, catalog, store, change } = setUp()
  await catalog.start()
  await clock.advance(3_000)
  expect([store.reads, store.versionReads]).toEqual([1, 3])
  change({ aliases: [storedAlias(), storedAlias('svc/new')] })
  await clock.advance(999)
  expect(catalog.find('svc/new')).toBeUndefined()
  await clock.advance(1)
  expect(catalog.find('svc/new')).toBeDefined()
  expect(store.reads).toBe(2)
})

test('while the database is down the last catalog stays in use, and one line is logged', async () => {
  const { clock, catalog, store, change, logged, gauge } = setUp()
  await catalog.start()
  store.isAway = true
  await clock.advance(60_000)
  expect(catalog.find(chat)?.routes).toHaveLength(1)
  expect(logged('warn')).toMatchObject([
    {
      message: 'model catalog cannot be read; the last one stays in use',
      context: { error: { code: 'test.away' } },
    },
  ])
  expect(catalog.ageMs()).toBe(60_000)
  expect(await gauge('age_seconds')).toBe(60)

  store.isAway = false
  change({ routes: [] })
  await clock.advance(1_000)
  expect(catalog.find(chat)?.routes).toEqual([])
  expect(catalog.ageMs()).toBe(0)
  expect(logged().filter(({ message }) => message === 'model catalog can be read again')).toHaveLength(1)
  store.isAway = true
  await clock.advance(5_000)
  expect(logged('warn')).toHaveLength(2)
})

test('a start without the database fails with a fault, and the catalog loads once the database is up', async () => {
  const { clock, catalog, store } = setUp()
  store.isAway = true
  await expect(catalog.start()).rejects.toMatchObject({ code: 'test.away' })
  expect(catalog.isLoaded()).toBe(false)
  store.isAway = false
  await clock.advance(1_000)
  expect(catalog.find(chat)).toBeDefined()
})

test('an invalid row affects only itself and is logged once', async () => {
  const { clock, catalog, change, logged, gauge } = setUp({
    aliases: [
      storedAlias(),
      storedAlias('svc/unpriced'),
      storedAlias('svc/strange', { capability: 'sing' as Capability }),
      storedAlias('svc/off', { isEnabled: false }),
    ],
    routes: [
      storedRoute('r1'),
      storedRoute('no-url', { baseUrl: 'provider.example' }),
      storedRoute('no-credential', { credentialRef: 'env:ABSENT' }),
      storedRoute('switched-off', { baseUrl: '', isEnabled: false }),
      storedRoute('r2', { alias: 'svc/unpriced' }),
      storedRoute('of-off', { alias: 'svc/off', baseUrl: '' }),
    ],
  })
  await catalog.start()
  expect(catalog.find(chat)?.routes.map(({ id }) => id)).toEqual(['r1'])
  // Without a price a call is parked: it may run, and is charged once a person has decided.
  expect(catalog.find('svc/unpriced')).toMatchObject({ routes: [{ id: 'r2' }], price: undefined })
  expect(catalog.list()).toHaveLength(2)
  const told = [
    ['svc/strange', undefined, 'the alias has the unknown capability sing: it is left out'],
    [chat, 'no-url', 'the base URL of the route is invalid: the route is left out'],
    [chat, 'no-credential', 'the credential env:ABSENT is not set: the route is left out'],
    ['svc/unpriced', undefined, 'the alias has no price: its calls are parked'],
  ]
  const errors = () =>
    logged('error').map(({ message, context }) => [context['alias'], context['route_id'], message])
  expect(errors()).toEqual(told)
  expect([await gauge('problems'), await gauge('version')]).toEqual([4, 1])

  await clock.advance(60_000)
  expect(errors()).toHaveLength(4)
  change({ routes: [] })
  await clock.advance(1_000)
  expect(errors().slice(4)).toEqual([
    [chat, undefined, 'the alias has no route: its calls are refused'],
    ['svc/unpriced', undefined, 'the alias has no route: its calls are refused'],
  ])
  expect(catalog.find(chat)?.routes).toEqual([])
  expect(await gauge('version')).toBe(2)
})

test('a credential is read at every load, even if no row changed, and is never logged', async () => {
  const value = 'provider-word-0123456789'
  const { clock, catalog, environment, lines } = setUp({
    routes: [
      storedRoute('r1', { credentialRef: 'env:KEY' }),
      storedRoute('r2', { credentialRef: 'env:KEY' }),
    ],
  })
  await catalog.start()
  expect(catalog.find(chat)?.routes).toEqual([])
  environment['KEY'] = value
  await clock.advance(10_000)
  expect(catalog.find(chat)?.routes.map(({ credential }) => credential?.reveal())).toEqual([value, value])
  environment['KEY'] = 'two words'
  await clock.advance(10_000)
  expect(catalog.find(chat)?.routes).toEqual([])
  expect(lines.join('')).toContain('the credential env:KEY is not set: the route is left out')
  expect(lines.join('')).not.toMatch(/provider-word|two words/)
})

test('a closed catalog stops checking', async () => {
  const { clock, catalog, store, change } = setUp()
  await catalog.start()
  await catalog.close()
  change({ aliases: [] })
  await clock.advance(60_000)
  expect([store.reads, store.versionReads, clock.pendingTimers]).toEqual([1, 0, 0])
  expect(catalog.find(chat)).toBeDefined()
})
