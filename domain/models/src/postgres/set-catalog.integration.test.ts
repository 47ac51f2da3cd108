import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setPrice } from './prices.ts'
import { readCatalog } from './read-catalog.ts'
import { setAlias } from './set-alias.ts'
import { setRoute } from './set-route.ts'

const chat = 'svc/chat-default'
const alias = { alias: chat, capability: 'chat', maxOutputTokens: 100, isEnabled: true } as const
const target = { alias: chat, position: 0, baseUrl: 'https://one.example/v1', providerModel: 'one' }
const price = {
  alias: chat,
  inputMicrosPerMillion: 150_000n,
  cachedInputMicrosPerMillion: 15_000n,
  outputMicrosPerMillion: 600_000n,
}

let open: OpenTestDatabase
let deps: Parameters<typeof setRoute>[0]
beforeEach(async () => {
  open = await openTestDatabase()
  deps = {
    database: open.database,
    ids: createIds(createSystemClock()),
    by: { actor: { kind: 'operator', id: 'ada' } },
  }
  await setAlias(deps, alias)
})
afterEach(() => open[Symbol.asyncDispose]())

const stored = () => readCatalog(open.database)
const audited = () =>
  open.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'subject_id', 'details'])
    .orderBy('id')
    .execute()

test('an alias is created once and then updated', async () => {
  expect(
    await setAlias(deps, { ...alias, alias: 'svc/embed', capability: 'embed', maxOutputTokens: 0 }),
  ).toEqual({ kind: 'added', isEnabled: true })
  const changed = { kind: 'changed', isEnabled: true }
  expect(await setAlias(deps, { ...alias, contextTokens: 9_000 })).toEqual(changed)
  expect(await setAlias(deps, { ...alias, maxOutputTokens: 200, isEnabled: false })).toEqual({
    ...changed,
    isEnabled: false,
  })
  expect((await stored()).aliases[0]).toEqual({
    ...alias,
    maxOutputTokens: 200,
    // Not given the second time, so it is kept.
    contextTokens: 9_000,
    isEnabled: false,
  })
  await expect(setAlias(deps, { ...alias, alias: 'GPT' })).rejects.toMatchObject({
    code: 'models.alias_invalid',
  })
  await expect(setAlias(deps, { ...alias, maxOutputTokens: 0 })).rejects.toMatchObject({ kind: 'invalid' })
})

test('whether an alias is enabled stays as it is unless it is given; a new alias is enabled', async () => {
  const limits = { alias: 'svc/new', capability: 'chat', maxOutputTokens: 100 } as const
  expect(await setAlias(deps, limits)).toEqual({ kind: 'added', isEnabled: true })
  await setAlias(deps, { ...limits, isEnabled: false })
  const corrected = { ...limits, maxOutputTokens: 200 }
  expect(await setAlias(deps, corrected)).toEqual({ kind: 'changed', isEnabled: false })
  expect((await stored()).aliases).toContainEqual({
    ...corrected,
    contextTokens: null,
    isEnabled: false,
  })
  expect((await audited()).at(-1)?.details).toMatchObject({ max_output_tokens: 200, is_enabled: false })
  expect(await setAlias(deps, { ...limits, isEnabled: true })).toEqual({ kind: 'changed', isEnabled: true })
})

test('a route replaces the routes at its position, and no others', async () => {
  await setRoute(deps, { ...target, position: 1 })
  await setRoute(deps, target)
  const outcome = await setRoute(deps, { ...target, baseUrl: 'https://two.example/v1/' })
  expect(outcome).toMatchObject({ kind: 'added', removed: 1 })
  expect((await stored()).routes.map(({ position, baseUrl }) => [position, baseUrl])).toEqual([
    [0, 'https://two.example/v1'],
    [1, 'https://one.example/v1'],
  ])
})

test('routes that are added alongside share a position', async () => {
  await setRoute(deps, { ...target, weight: 3 })
  const beside = await setRoute(deps, { ...target, providerModel: 'two', isBeside: true })
  expect(beside).toMatchObject({ kind: 'added', removed: 0 })
  const shares = (await stored()).routes.map(({ providerModel, weight }) => `${providerModel} ${weight}`)
  expect(shares.toSorted()).toEqual(['one 3', 'two 1'])
})

test('a route that is set again keeps its id and every field that is not given', async () => {
  const { id } = await setRoute(deps, {
    ...target,
    credentialRef: 'env:KEY',
    timeouts: { idleMs: 5 },
    supportsLegacyCompletions: true,
  })
  expect(await setRoute(deps, { ...target, timeouts: { totalMs: 9 }, isEnabled: false })).toMatchObject({
    kind: 'changed',
    id,
  })
  expect((await stored()).routes).toMatchObject([
    {
      id,
      credentialRef: 'env:KEY',
      timeouts: { connectMs: 2_000, firstByteMs: 120_000, idleMs: 5, totalMs: 9 },
      supportsStreamOptions: true,
      supportsJsonSchema: true,
      supportsLegacyCompletions: true,
      isEnabled: false,
    },
  ])
  await setRoute(deps, { ...target, credentialRef: null })
  expect((await stored()).routes[0]?.credentialRef).toBeNull()
})

test('when operators set one position concurrently, the last one wins', async () => {
  const models = ['a', 'b', 'c', 'd']
  await Promise.all(models.map((providerModel) => setRoute(deps, { ...target, providerModel })))
  expect((await stored()).routes).toHaveLength(1)
})

test('setting the same price again creates no new version', async () => {
  const first = await setPrice(deps, price)
  expect(first.kind).toBe('set')
  expect(await setPrice(deps, price)).toEqual({ kind: 'unchanged', version: first.version })
  const second = await setPrice(deps, { ...price, outputMicrosPerMillion: 1n })
  expect((await stored()).prices.get(chat)).toEqual({
    ...price,
    outputMicrosPerMillion: 1n,
    version: second.version,
  })
  await Promise.all([1n, 2n, 3n].map((micros) => setPrice(deps, { ...price, inputMicrosPerMillion: micros })))
  expect((await stored()).prices.get(chat)?.version).toBeGreaterThan(second.version + 2n)
})

test('each change has an audit entry, and an unknown alias changes nothing', async () => {
  const { id } = await setRoute(deps, { ...target, credentialRef: 'env:KEY' })
  await setPrice(deps, price)
  await setPrice(deps, price)
  const unknown = { code: 'models.alias_unknown' }
  await expect(setRoute(deps, { ...target, alias: 'svc/nobody' })).rejects.toMatchObject(unknown)
  await expect(setPrice(deps, { ...price, alias: 'svc/nobody' })).rejects.toMatchObject(unknown)
  expect(await audited()).toMatchObject([
    { action: 'model_alias.set', actor_id: 'ada', subject_id: chat, details: { max_output_tokens: 100 } },
    {
      action: 'model_route.set',
      details: { route_id: id, base_url: target.baseUrl, credential_ref: 'env:KEY' },
    },
    { action: 'model_price.set', details: { input_micros_per_million: '150000' } },
  ])
})

test('a literal credential or an invalid URL is neither stored nor quoted', async () => {
  const leaked = setRoute(deps, { ...target, credentialRef: 'sk-live-0123456789' })
  await expect(leaked).rejects.toMatchObject({
    code: 'models.route_invalid',
    message: expect.not.stringContaining('0123456789') as string,
  })
  const withPassword = setRoute(deps, { ...target, baseUrl: 'https://user:word@one.example/v1' })
  await expect(withPassword).rejects.toMatchObject({
    message: expect.not.stringContaining('word@') as string,
  })
  expect((await stored()).routes).toEqual([])
})
