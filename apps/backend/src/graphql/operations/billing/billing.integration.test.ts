import { randomUUID } from 'node:crypto'
import { registeredEventTypes } from '@gatehouse/billing/provider-event'
import { formatCredits } from '@gatehouse/credits/credit'
import type { User } from '@gatehouse/identity/users'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany } from '@gatehouse/testkit/seed-gateway'
import { type StripeSim, startStripeSim } from '@gatehouse/testkit/start-stripe-sim'
import { testPaymentSettings } from '@gatehouse/testkit/test-settings'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let sim: StripeSim
let backend: TestBackend
let companyId: string
let admin: User
let owner: User

beforeAll(async () => {
  sim = await startStripeSim()
  backend = await startTestBackend({ PAYMENT_API_URL: sim.baseUrl, PAYMENT_API_KEY: sim.apiKey })
  sim.addEndpoint({
    url: `${backend.url}/payments/webhook`,
    secrets: [testPaymentSettings.PAYMENT_WEBHOOK_SECRETS],
    events: registeredEventTypes,
  })
  companyId = await addCompany(backend.database, 0n)
  admin = await addUser(backend.database, { companyId })
  owner = await addUser(backend.database, { isSuperAdmin: true })
})
afterAll(async () => {
  await backend[Symbol.asyncDispose]()
  await sim.close()
})

const ask = async (user: User | undefined, query: string, variables: Record<string, unknown> = {}) => {
  const body = await backend.ask(query, { ...(user ? { user } : {}), variables, isRecent: true })
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return body.data ?? {}
}

const createPack = `mutation ($input: CreateCreditPackInput!) {
  createCreditPack(input: $input) { id name credits price currency sortOrder } }`
const pack = { name: 'Starter', credits: 100, price: 25.5, currency: 'eur', sortOrder: 1 }

test('a pack is offered, bought and refunded, and the company sees each step', async () => {
  const { createCreditPack: made } = await ask(owner, createPack, { input: pack })
  expect(made).toMatchObject(pack)
  const { id } = made as { id: string }
  const { creditPacks } = await ask(undefined, '{ creditPacks { id name credits price currency sortOrder } }')
  expect(creditPacks).toEqual([made])
  const { createCheckoutSession: checkout } = await ask(
    admin,
    `mutation ($companyId: ID!, $packId: ID!) {
      createCheckoutSession(companyId: $companyId, packId: $packId) { sessionId url purchaseId } }`,
    { companyId, packId: id },
  )
  const { sessionId, purchaseId } = checkout as { sessionId: string; purchaseId: string }
  const session = await sim.pay(sessionId)
  const seen = `query ($companyId: ID!) {
    creditBalance(companyId: $companyId) { ownerType ownerId credits isInDebt isFrozen }
    creditTransactions(companyId: $companyId) { nodes { type credits balanceAfter } hasNextPage }
    invoices(companyId: $companyId) { nodes { status total currency purchaseId number invoicePdfUrl } hasNextPage }
    purchases(companyId: $companyId) { nodes { id packId status credits price } hasNextPage } }`
  expect(await ask(admin, seen, { companyId })).toEqual({
    creditBalance: {
      ownerType: 'COMPANY',
      ownerId: companyId,
      credits: '100.000000',
      isInDebt: false,
      isFrozen: false,
    },
    creditTransactions: {
      nodes: [{ type: 'PACK_PURCHASE', credits: '100.000000', balanceAfter: '100.000000' }],
      hasNextPage: false,
    },
    invoices: {
      nodes: [
        {
          status: 'PAID',
          total: 25.5,
          currency: 'eur',
          purchaseId,
          number: expect.stringMatching(/^\w+-0001$/) as string,
          invoicePdfUrl: expect.stringContaining('http') as string,
        },
      ],
      hasNextPage: false,
    },
    purchases: {
      nodes: [{ id: purchaseId, packId: id, status: 'COMPLETED', credits: '100.000000', price: 25.5 }],
      hasNextPage: false,
    },
  })
  const stripe = new Stripe(sim.apiKey, { ...sim.clientOptions, telemetry: false })
  const { payment_intent: intent } = session
  await stripe.refunds.create({ payment_intent: typeof intent === 'string' ? intent : '' })
  await sim.idle()
  expect(await ask(admin, seen, { companyId })).toMatchObject({
    creditBalance: { credits: '0.000000' },
    creditTransactions: { nodes: [{ type: 'REFUND', credits: '-100.000000' }, { type: 'PACK_PURCHASE' }] },
    purchases: { nodes: [{ status: 'REFUNDED' }] },
    invoices: { nodes: [{ status: 'PAID' }], hasNextPage: false },
  })
})

test('invoices and purchases are read page by page, and a purchase by its reference', async () => {
  const { creditPacks } = await ask(undefined, '{ creditPacks { id } }')
  const packId = (creditPacks as { id: string }[])[0]?.id
  const buyer = await addCompany(backend.database, 0n)
  const user = await addUser(backend.database, { companyId: buyer })
  const references: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const { createCheckoutSession: checkout } = await ask(
      user,
      `mutation ($companyId: ID!, $packId: ID!) {
        createCheckoutSession(companyId: $companyId, packId: $packId) { sessionId purchaseId } }`,
      { companyId: buyer, packId },
    )
    const { sessionId, purchaseId } = checkout as { sessionId: string; purchaseId: string }
    const { success_url: successUrl } = await sim.pay(sessionId)
    expect(successUrl).toContain(`/c/${buyer}/profile/billing?checkout=done&reference=${purchaseId}`)
    references.unshift(purchaseId)
  }
  type Listed = { nodes: { id: string; purchaseId: string }[]; endCursor: string; hasNextPage: boolean }
  const page = `query ($companyId: ID!, $after: ID) {
    purchases(companyId: $companyId, first: 2, after: $after) { nodes { purchaseId: id } endCursor hasNextPage } }`
  const invoicePage = page
    .replace('purchases(', 'purchases: invoices(')
    .replace('purchaseId: id', 'purchaseId')
  for (const query of [page, invoicePage]) {
    const read = async (after?: string) =>
      (await ask(user, query, { companyId: buyer, after }))['purchases'] as Listed
    const first = await read()
    const second = await read(first.endCursor)
    expect([first.hasNextPage, second.hasNextPage]).toEqual([true, false])
    expect([...first.nodes, ...second.nodes].map(({ purchaseId }) => purchaseId)).toEqual(references)
  }
  const one = `query ($companyId: ID!, $reference: ID!) {
    purchase(companyId: $companyId, reference: $reference) { id status } }`
  const [reference] = references
  expect(await ask(user, one, { companyId: buyer, reference })).toEqual({
    purchase: { id: reference, status: 'COMPLETED' },
  })
  const elsewhere = await backend.ask(one, { user: admin, variables: { companyId, reference } })
  expect(codesOf(elsewhere)).toEqual(['NOT_FOUND'])
})

test('members see the models with their prices and without their routes', async () => {
  await addAliases(backend.database, 'http://127.0.0.1:9/v1')
  const member = await addUser(backend.database, { companyId, role: 'MEMBER' })
  const { models } = await ask(
    member,
    `query ($companyId: ID!) { models(companyId: $companyId) {
      alias capability maxOutputTokens supportsJsonSchema price { version inputPerMillion cachedInputPerMillion outputPerMillion } } }`,
    { companyId },
  )
  const listed = models as {
    alias: string
    price: Record<string, string> | null
    supportsJsonSchema: boolean
  }[]
  expect(listed.map(({ alias }) => alias)).toContain('svc/chat-default')
  const declaresJson = async () => {
    const again = await ask(
      member,
      'query ($companyId: ID!) { models(companyId: $companyId) { alias supportsJsonSchema } }',
      { companyId },
    )
    return (again['models'] as typeof listed).find(({ alias }) => alias === 'svc/chat-default')
  }
  await backend.postgres.query(
    `update model_routes set supports_json_schema = true where alias = 'svc/chat-default'`,
  )
  expect((await declaresJson())?.supportsJsonSchema).toBe(true)
  await backend.postgres.query(
    `update model_routes set supports_json_schema = false where alias = 'svc/chat-default'`,
  )
  expect((await declaresJson())?.supportsJsonSchema).toBe(false)
  const { rows } = await backend.postgres.query<{ alias: string; output: bigint }>(
    'select distinct on (alias) alias, output_micros_per_million as output from model_prices order by alias, version desc',
  )
  for (const { alias, output } of rows)
    expect(listed.find((one) => one.alias === alias)?.price?.['outputPerMillion']).toBe(formatCredits(output))
  await backend.postgres.query(`update model_aliases set is_enabled = false where alias = 'svc/chat-cheap'`)
  const after = await ask(member, 'query ($companyId: ID!) { models(companyId: $companyId) { alias } }', {
    companyId,
  })
  expect(JSON.stringify(after)).not.toContain('chat-cheap')
})

test.each(['status', 'providerProductId', 'providerPriceId'])(
  'the pack’s %s cannot be queried, and the operation does not run',
  async (field) => {
    const before = sim.apiRequests.length
    const body = await backend.ask(
      `mutation ($input: CreateCreditPackInput!) { createCreditPack(input: $input) { id ${field} } }`,
      { user: owner, variables: { input: { ...pack, name: 'Hidden' } } },
    )
    expect(body.errors?.[0]?.message).toContain(`Cannot query field "${field}"`)
    expect(sim.apiRequests).toHaveLength(before)
  },
)

test('prepaid plans get a price at the provider, postpaid ones do not, and repeating it changes nothing', async () => {
  const createPlan = `mutation ($input: CreatePlanInput!) { createPlan(input: $input) { id needsProviderPricing } }`
  const plan = { name: 'Team', credits: 500, price: 40, currency: 'eur', sortOrder: 1 }
  const { createPlan: prepaid } = await ask(owner, createPlan, { input: { ...plan, billingMode: 'PREPAID' } })
  const { createPlan: postpaid } = await ask(owner, createPlan, {
    input: { ...plan, name: 'Enterprise', billingMode: 'POSTPAID' },
  })
  expect([prepaid, postpaid]).toMatchObject([{ needsProviderPricing: true }, { needsProviderPricing: false }])
  const sync = 'mutation { syncAllPlansProviderPricing { id name providerPriceId providerProductId } }'
  const { syncAllPlansProviderPricing: synced } = await ask(owner, sync)
  expect(synced).toMatchObject([
    { name: 'Team', providerPriceId: expect.stringMatching(/^price_/) as string },
    { name: 'Enterprise', providerPriceId: null, providerProductId: null },
  ])
  expect(await ask(owner, sync)).toEqual({ syncAllPlansProviderPricing: synced })
  const { plans } = await ask(undefined, '{ plans { name price billingMode } }')
  expect(plans).toHaveLength(2)
})

test('the inbox can be listed, and an event can be dry-run and replayed without applying anything twice', async () => {
  const { providerEvents } = await ask(
    owner,
    '{ providerEvents(type: "checkout.session.completed") { id status attempts source } }',
  )
  const [event] = providerEvents as { id: string }[]
  expect(event).toMatchObject({ status: 'PROCESSED', attempts: 1, source: 'WEBHOOK' })
  for (const name of ['dryRunProviderEvent', 'replayProviderEvent']) {
    const answer = await ask(
      owner,
      `mutation ($id: String!) { ${name}(eventId: $id) { outcome effects reason } }`,
      {
        id: event?.id,
      },
    )
    expect(answer).toEqual({ [name]: { outcome: 'processed', effects: [], reason: null } })
  }
})

test('the inbox is summed up, an event is read and ignored, and a sweep fetches what is missing', async () => {
  const [event] = await backend.database
    .selectFrom('provider_events')
    .select('id')
    .where('type', '=', 'checkout.session.completed')
    .execute()
  const read = `query ($id: String!) { providerEvent(eventId: $id) { id status isLive customerId apiVersion nextAttemptAt } }`
  expect(await ask(owner, read, { id: event?.id })).toMatchObject({
    providerEvent: { id: event?.id, status: 'PROCESSED', isLive: false, apiVersion: '2023-10-16' },
  })
  expect(codesOf(await backend.ask(read, { user: owner, variables: { id: 'evt_none' } }))).toEqual([
    'NOT_FOUND',
  ])
  await backend.database
    .deleteFrom('provider_events')
    .where('id', '=', event?.id ?? '')
    .execute()
  const { sweepProviderEvents } = await ask(
    owner,
    'mutation { sweepProviderEvents(days: 30) { seen added } }',
  )
  expect(sweepProviderEvents).toMatchObject({ added: 1 })
  await backend.database
    .updateTable('provider_events')
    .set({ status: 'QUARANTINED' })
    .where('id', '=', event?.id ?? '')
    .execute()
  const summary = '{ inboxSummary { received parked quarantined oldestPendingAt sweptThrough } }'
  expect(await ask(owner, summary)).toMatchObject({
    inboxSummary: { received: 0, parked: 0, quarantined: 1 },
  })
  const ignore = 'mutation ($id: String!, $why: String!) { ignoreProviderEvent(eventId: $id, reason: $why) }'
  const ignored = { id: event?.id, why: 'from a test account' }
  expect(await ask(owner, ignore, ignored)).toEqual({ ignoreProviderEvent: true })
  expect(await ask(owner, ignore, ignored)).toEqual({ ignoreProviderEvent: false })
  const blank = await backend.ask(ignore, { user: owner, variables: { id: event?.id, why: ' ' } })
  expect(codesOf(blank)).toEqual(['BAD_USER_INPUT'])
  const tooMany = await backend.ask('mutation { sweepProviderEvents(days: 31) { seen } }', { user: owner })
  expect(codesOf(tooMany)).toEqual(['BAD_USER_INPUT'])
})

test('a super admin grants credits once, with a reason', async () => {
  const adjust = `mutation ($companyId: ID!, $id: ID!, $credits: String!, $reason: String!) {
    adjustCredits(companyId: $companyId, adjustmentId: $id, credits: $credits, reason: $reason) { isNew credits balance } }`
  const variables = { companyId, id: randomUUID(), credits: '2.5', reason: 'sorry' }
  expect(await ask(owner, adjust, variables)).toEqual({
    adjustCredits: { isNew: true, credits: '2.500000', balance: '2.500000' },
  })
  expect(await ask(owner, adjust, variables)).toMatchObject({ adjustCredits: { isNew: false } })
  const nothing = { ...variables, credits: '0' }
  const zero = await backend.ask(adjust, { user: owner, variables: nothing, isRecent: true })
  expect(codesOf(zero)).toEqual(['BAD_USER_INPUT'])
  expect(zero.errors?.[0]?.extensions.input).toBe('credits')
})

test.each([
  ['a value inside a variable', { input: { ...pack, credits: 'many' } }, 'input.credits'],
  ['a whole variable', {}, 'input'],
])('%s that is invalid is named', async (_name, variables, input) => {
  const body = await backend.ask(createPack, { user: owner, variables })
  expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', input } }])
})

test('the portal links to the provider, and a checkout is for exactly one pack or plan', async () => {
  const portal = await ask(
    admin,
    'mutation ($companyId: ID!) { billingPortal(companyId: $companyId) { url } }',
    { companyId },
  )
  expect(portal).toMatchObject({ billingPortal: { url: expect.stringContaining('http') as string } })
  const checkout = 'mutation ($companyId: ID!) { createCheckoutSession(companyId: $companyId) { url } }'
  expect(codesOf(await backend.ask(checkout, { user: admin, variables: { companyId } }))).toEqual([
    'BAD_USER_INPUT',
  ])
})

test('stale subscriptions are only listed in a dry run, and ended otherwise', async () => {
  const { plans } = await ask(undefined, '{ plans { id name } }')
  const planId = (plans as { id: string; name: string }[]).find(({ name }) => name === 'Team')?.id
  const { createCheckoutSession: checkout } = await ask(
    admin,
    `mutation ($companyId: ID!, $planId: ID!) {
      createCheckoutSession(companyId: $companyId, planId: $planId) { sessionId } }`,
    { companyId, planId },
  )
  await sim.pay((checkout as { sessionId: string }).sessionId)
  const state = `query ($companyId: ID!) { subscription(companyId: $companyId) { status isActive endDate } }`
  expect(await ask(admin, state, { companyId })).toMatchObject({ subscription: { status: 'ACTIVE' } })
  const end = `mutation ($since: DateTime, $dryRun: Boolean) {
    deactivateStaleSubscriptions(notSeenSince: $since, dryRun: $dryRun) { companyId } }`
  const since = new Date().toISOString()
  const found = { deactivateStaleSubscriptions: [{ companyId }] }
  expect(await ask(owner, end, { since })).toEqual(found)
  expect(await ask(admin, state, { companyId })).toMatchObject({ subscription: { isActive: true } })
  expect(await ask(owner, end, { since, dryRun: false })).toEqual(found)
  expect(await ask(admin, state, { companyId })).toMatchObject({
    subscription: { status: 'CANCELED', isActive: false, endDate: expect.any(String) as string },
  })
  expect(await ask(owner, end, { since, dryRun: false })).toEqual({ deactivateStaleSubscriptions: [] })
  const future = { since: new Date(Date.now() + 60_000).toISOString() }
  expect(codesOf(await backend.ask(end, { user: owner, variables: future }))).toEqual(['BAD_USER_INPUT'])
})
