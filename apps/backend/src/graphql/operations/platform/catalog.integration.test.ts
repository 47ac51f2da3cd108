import type { TokenUsage } from '@gatehouse/calls/call'
import { formatCredits } from '@gatehouse/credits/credit'
import type { User } from '@gatehouse/identity/users'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { seedCall, seedParkedCall } from '../../../testing/seed-company.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let superAdmin: User

beforeAll(async () => {
  backend = await startTestBackend()
  superAdmin = await addUser(backend.database, { isSuperAdmin: true })
  await addAliases(backend.database, 'https://provider.example/v1')
})
afterAll(() => backend[Symbol.asyncDispose]())

const ask = (query: string, variables: Record<string, unknown> = {}) =>
  backend.ask(query, { user: superAdmin, variables, isRecent: true })

const setRoute = (
  route: string,
  fields = 'routes { id position baseUrl credentialRef weight totalTimeoutMs }',
) => ask(`mutation { setRoute(route: { ${route} }) { ${fields} } }`)

test('an alias is added with routes and a price, changed, and every change is audited by the user', async () => {
  const added = await ask(
    'mutation { setAlias(alias: "svc/new", capability: chat, maxOutputTokens: 100) { alias isEnabled contextTokens routes { id } prices { version } } }',
  )
  expect(added.data).toEqual({
    setAlias: { alias: 'svc/new', isEnabled: true, contextTokens: null, routes: [], prices: [] },
  })
  const target = 'alias: "svc/new", position: 0, providerModel: "m"'
  await setRoute(`${target}, baseUrl: "https://one.example/v1", credentialRef: "env:KEY", weight: 2`)
  const beside = await setRoute(
    `${target}, baseUrl: "https://two.example/v1", isBeside: true, totalTimeoutMs: 9`,
  )
  const changed = beside.data?.['setRoute'] as { routes: { id: string }[] } | undefined
  const routes = changed?.routes ?? []
  expect(routes).toMatchObject([
    { baseUrl: 'https://one.example/v1', credentialRef: 'env:KEY', weight: 2 },
    { baseUrl: 'https://two.example/v1', credentialRef: null, weight: 1, totalTimeoutMs: 9 },
  ])
  const removed = await ask(`mutation { removeRoute(routeId: "${routes[1]?.id}") { routes { baseUrl } } }`)
  expect(removed.data).toEqual({ removeRoute: { routes: [{ baseUrl: 'https://one.example/v1' }] } })
  const setPrice = (output: string) =>
    ask(`mutation { setPrice(alias: "svc/new", input: "1", cachedInput: "0.1", output: "${output}") {
      prices { input cachedInput output isCurrent } } }`)
  await setPrice('2')
  await setPrice('3.5')
  expect((await setPrice('3.5')).data).toEqual({
    setPrice: {
      prices: [
        { input: '1.000000', cachedInput: '0.100000', output: '3.500000', isCurrent: true },
        { input: '1.000000', cachedInput: '0.100000', output: '2.000000', isCurrent: false },
      ],
    },
  })
  const log = await ask(`{ platformAuditLog(subjectId: "svc/new") { nodes { action actorEmail } } }`)
  const by = { actorEmail: superAdmin.email }
  expect(log.data?.['platformAuditLog']).toEqual({
    nodes: [
      { action: 'model_price.set', ...by },
      { action: 'model_price.set', ...by },
      { action: 'model_route.remove', ...by },
      { action: 'model_route.set', ...by },
      { action: 'model_route.set', ...by },
      { action: 'model_alias.set', ...by },
    ],
  })
  const { data } = await ask('{ catalog { alias capability routes { id } prices { isCurrent } } }')
  expect(data?.['catalog']).toContainEqual(
    expect.objectContaining({
      alias: 'svc/new',
      capability: 'chat',
      prices: [{ isCurrent: true }, { isCurrent: false }],
    }),
  )
})

test('an alias that is changed stays disabled unless isEnabled is given', async () => {
  const set = async (more: string) => {
    const changed = await ask(
      `mutation { setAlias(alias: "svc/off", capability: chat, maxOutputTokens: 100 ${more}) { isEnabled } }`,
    )
    return changed.data?.['setAlias']
  }
  expect(await set('isEnabled: false')).toEqual({ isEnabled: false })
  expect(await set('contextTokens: 9000')).toEqual({ isEnabled: false })
  expect(await set('isEnabled: true')).toEqual({ isEnabled: true })
})

test('what cannot be stored is refused with a reason, and nothing is changed', async () => {
  const target = 'alias: "svc/chat-default", position: 0, providerModel: "m", baseUrl: "https://one.example"'
  const before = (await ask('{ catalog { alias routes { id } prices { version } } }')).data
  for (const refused of [
    await ask('mutation { setAlias(alias: "GPT", capability: chat, maxOutputTokens: 1) { alias } }'),
    await setRoute('alias: "svc/chat-default", position: 0, providerModel: "m", baseUrl: "ftp://x"'),
    await setRoute(`${target}, credentialRef: "sk-secret"`),
    await setRoute(`${target}, weight: 0`),
    await ask(
      'mutation { setPrice(alias: "svc/chat-default", input: "-1", cachedInput: "0", output: "0") { alias } }',
    ),
  ])
    expect(codesOf(refused)).toEqual(['BAD_USER_INPUT'])
  expect(codesOf(await setRoute(target.replace('svc/chat-default', 'svc/none')))).toEqual(['NOT_FOUND'])
  const unknown = await ask(`mutation { removeRoute(routeId: "${crypto.randomUUID()}") { alias } }`)
  expect(codesOf(unknown)).toEqual(['NOT_FOUND'])
  expect((await ask('{ catalog { alias routes { id } prices { version } } }')).data).toEqual(before)
})

const currentPrice = { input: 150_000n, cached: 15_000n, output: 600_000n }

function cost(usages: readonly TokenUsage[], price: typeof currentPrice): bigint {
  const perMillion = usages.reduce(
    (sum, { promptTokens, cachedTokens, completionTokens }) =>
      sum +
      BigInt(promptTokens - cachedTokens) * price.input +
      BigInt(cachedTokens) * price.cached +
      BigInt(completionTokens) * price.output,
    0n,
  )
  return (perMillion + 999_999n) / 1_000_000n
}

test('a price is previewed exactly as the calls themselves add up', async () => {
  const alias = 'svc/previewed'
  await ask(`mutation { setAlias(alias: "${alias}", capability: chat, maxOutputTokens: 9) { alias } }`)
  const price = `alias: "${alias}", input: "0.15", cachedInput: "0.015", output: "0.6"`
  expect(codesOf(await ask(`{ previewPrice(${price}, days: 30) { after } }`))).toEqual(['BAD_USER_INPUT'])
  await ask(`mutation { setPrice(${price}) { alias } }`)
  const companyIds: string[] = []
  for (let index = 0; index < 3; index += 1) {
    const companyId = await addCompany(backend.database, 5_000_000n)
    companyIds.push(companyId)
    const { key } = await addKey(backend.database, { companyId })
    for (let call = 0; call < 7; call += 1) {
      const usage = {
        promptTokens: 1_001 * (call + index),
        cachedTokens: 13 * call,
        completionTokens: 77 * index + 1,
      }
      const end = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: 5n } as const
      await seedCall(backend.postgres, { companyId, keyId: key.id, alias, end })
    }
    const usage = { promptTokens: 9, cachedTokens: 0, completionTokens: 9 }
    const failed = { kind: 'failed', reason: 'settle_unavailable', usage } as const
    await seedCall(backend.postgres, { companyId, keyId: key.id, alias, end: failed })
    await seedParkedCall(backend.postgres, { companyId, keyId: key.id })
    await seedCall(backend.postgres, { companyId, keyId: key.id })
  }
  const { rows: calls } = await backend.postgres.query<TokenUsage & { companyId: string }>({
    text: `select company_id as "companyId", prompt_tokens as "promptTokens", cached_tokens as "cachedTokens",
                  completion_tokens as "completionTokens" from calls where alias = $1 and status <> 'PARKED'`,
    values: [alias],
  })
  const nextPrice = { input: 10_000_000n, cached: 1n, output: 333_333n }
  const expected = companyIds.map((companyId) => {
    const own = calls.filter((call) => call.companyId === companyId)
    return { companyId, before: cost(own, currentPrice), after: cost(own, nextPrice) }
  })
  const sum = (amounts: readonly bigint[]) => formatCredits(amounts.reduce((one, other) => one + other, 0n))
  const { data } =
    await ask(`{ previewPrice(alias: "${alias}", input: "10", cachedInput: "0.000001", output: "0.333333", days: 1) {
    before after charged companies { companyId before after charged } } }`)
  expect(data?.['previewPrice']).toEqual({
    before: sum(expected.map(({ before }) => before)),
    after: sum(expected.map(({ after }) => after)),
    charged: formatCredits(105n),
    companies: expected
      .toSorted((left, right) => Number(right.after - right.before - (left.after - left.before)))
      .map(({ companyId, before, after }) => ({
        companyId,
        before: formatCredits(before),
        after: formatCredits(after),
        charged: formatCredits(35n),
      })),
  })
  expect(codesOf(await ask(`{ previewPrice(${price}, days: 31) { after } }`))).toEqual(['BAD_USER_INPUT'])
})
