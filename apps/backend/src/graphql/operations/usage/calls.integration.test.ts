import type { User } from '@gatehouse/identity/users'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { seedCall } from '../../../testing/seed-company.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let companyId: string
let admin: User
let keyId: string

beforeAll(async () => {
  backend = await startTestBackend()
  const { database } = backend
  await addAliases(database, 'http://127.0.0.1:9/v1')
  companyId = await addCompany(database, 5_000_000n)
  admin = await addUser(database, { companyId })
  keyId = (await addKey(database, { companyId })).key.id
})
afterAll(() => backend[Symbol.asyncDispose]())

const ask = (query: string, variables: Record<string, unknown> = {}) =>
  backend.ask(query, { user: admin, variables: { companyId, ...variables } })

const receipt = `query ($companyId: ID!, $callId: ID!) { call(companyId: $companyId, callId: $callId) {
  id keyId concernedCompanyId model operation status reason rule createdAt durationMs promptTokens cachedTokens completionTokens
  price { version inputPerMillion cachedInputPerMillion outputPerMillion since }
  held charged givenBack balanceBefore balanceAfter arithmetic } }`

test('an admin reads the receipt of a call of any key, with the price and arithmetic that give the charge', async () => {
  const price = await backend.database
    .selectFrom('model_prices')
    .select(['version', 'valid_from'])
    .where('alias', '=', 'svc/chat-default')
    .executeTakeFirstOrThrow()
  const usage = { promptTokens: 1_000, cachedTokens: 400, completionTokens: 201 }
  const callId = await seedCall(backend.postgres, {
    companyId,
    keyId,
    end: { kind: 'succeeded', usage, priceVersion: price.version, chargedMicros: 1_645n },
    heldMicros: 2_000n,
  })
  const { data } = await ask(receipt, { callId })
  expect(data?.['call']).toMatchObject({
    id: callId,
    keyId,
    concernedCompanyId: null,
    model: 'svc/chat-default',
    operation: 'chat',
    status: 'SUCCEEDED',
    reason: null,
    rule: 'The answer came with usage and is charged by it.',
    durationMs: 5,
    promptTokens: 1_000,
    cachedTokens: 400,
    completionTokens: 201,
    price: {
      version: String(price.version),
      inputPerMillion: '1.000000',
      cachedInputPerMillion: '0.100000',
      outputPerMillion: '5.000000',
      since: price.valid_from.toISOString(),
    },
    held: '0.002000',
    charged: '0.001645',
    givenBack: '0.000000',
    balanceBefore: '5.000000',
    balanceAfter: '4.998355',
    arithmetic:
      '(600 input × 1.000000 + 400 cached input × 0.100000 + 201 output × 5.000000) ÷ 1000000 = 0.001645000000, rounded up to 0.001645',
  })
})

test('the signed receipt is that of the gateway’s API', async () => {
  const end = { kind: 'failed', reason: 'provider_timeout' } as const
  const callId = await seedCall(backend.postgres, { companyId, keyId, end })
  const query = `query ($companyId: ID!, $callId: ID!) { call(companyId: $companyId, callId: $callId) { jws } }`
  const { data } = await ask(query, { callId })
  const { jws } = (data?.['call'] ?? {}) as { jws: string }
  const [header, payload] = jws.split('.', 2).map((part) => Buffer.from(part, 'base64url').toString())
  expect(JSON.parse(header ?? '')).toEqual({ alg: 'EdDSA', kid: 'test-new' })
  expect(JSON.parse(payload ?? '')).toMatchObject({ object: 'usage.receipt', id: callId, status: 'failed' })
})

test('the receipt of a failed call states why it is free and has no price', async () => {
  const end = { kind: 'failed', reason: 'provider_timeout' } as const
  const callId = await seedCall(backend.postgres, { companyId, keyId, end })
  const { data } = await ask(receipt, { callId })
  expect(data?.['call']).toMatchObject({
    status: 'FAILED',
    reason: 'provider_timeout',
    rule: 'No complete answer arrived in time, so nothing is charged.',
    price: null,
    charged: '0.000000',
    arithmetic: null,
  })
})

test('the receipt of another company’s call, or of no call, is not found', async () => {
  const elsewhere = await addCompany(backend.database, 5_000_000n)
  const { key } = await addKey(backend.database, { companyId: elsewhere })
  const callId = await seedCall(backend.postgres, { companyId: elsewhere, keyId: key.id })
  expect(codesOf(await ask(receipt, { callId }))).toEqual(['NOT_FOUND'])
  expect(codesOf(await ask(receipt, { callId: companyId }))).toEqual(['NOT_FOUND'])
})

async function seedMixedCalls() {
  const { database, postgres } = backend
  const company = await addCompany(database, 5_000_000n)
  const user = await addUser(database, { companyId: company })
  const { key } = await addKey(database, { companyId: company })
  const caller = { companyId: company, keyId: key.id }
  const ids = [
    await seedCall(postgres, caller),
    await seedCall(postgres, { ...caller, end: { kind: 'failed', reason: 'client_gone' } }),
    await seedCall(postgres, { ...caller, alias: 'svc/embed-default', operation: 'embeddings' }),
  ]
  const read = (query: string, variables: Record<string, unknown> = {}) =>
    backend.ask(query, { user, variables: { companyId: company, ...variables } })
  return { ids, keyId: key.id, read }
}

test('calls are filtered by model, operation and reason, and a search that reaches the end says so', async () => {
  const { ids, read } = await seedMixedCalls()
  const list = async (words: string) => {
    const { data } = await read(
      `query ($companyId: ID!) { calls(companyId: $companyId, ${words}) {
         nodes { id } endCursor hasNextPage searchedTo searchedToTime } }`,
    )
    return data?.['calls']
  }
  const page = (id: string | undefined) => ({
    nodes: [{ id }],
    endCursor: id,
    hasNextPage: false,
    searchedTo: null,
    searchedToTime: null,
  })
  expect(await list('model: "svc/embed-default"')).toEqual(page(ids[2]))
  expect(await list('operation: "embeddings"')).toEqual(page(ids[2]))
  expect(await list('reason: "client_gone"')).toEqual(page(ids[1]))
  expect(await list('reason: "client_gone", model: "svc/embed-default"')).toMatchObject({ nodes: [] })
  expect(await list(`model: "svc/chat-default", first: 1, after: "${ids[1]}"`)).toEqual(page(ids[0]))
})

test('the histogram counts the calls of each bucket by outcome, with the filters of calls', async () => {
  const { read } = await seedMixedCalls()
  const now = Date.now()
  const [from, to] = [new Date(now - 3_600_000).toISOString(), new Date(now + 3_600_000).toISOString()]
  const draw = async (words: string) =>
    read(
      `query ($companyId: ID!, $from: DateTime!, $to: DateTime!) {
         callHistogram(companyId: $companyId, from: $from, to: $to, ${words}) { from succeeded failed credits } }`,
      { from, to },
    )
  const empty = { succeeded: 0, failed: 0, credits: '0.000000' }
  const { data } = await draw('buckets: 4')
  const buckets = data?.['callHistogram'] as { from: string; succeeded: number; failed: number }[]
  expect(buckets.map((bucket) => bucket.from)).toEqual(
    [0, 1, 2, 3].map((index) => new Date(now - 3_600_000 + index * 1_800_000).toISOString()),
  )
  expect(buckets).toMatchObject([empty, { ...buckets[1] }, { ...buckets[2] }, empty])
  const sum = (name: 'succeeded' | 'failed') => buckets.reduce((total, bucket) => total + bucket[name], 0)
  expect([sum('succeeded'), sum('failed')]).toEqual([2, 1])
  const filtered = await draw('buckets: 1, operation: "chat", status: SUCCEEDED')
  expect(filtered.data?.['callHistogram']).toEqual([{ from, succeeded: 1, failed: 0, credits: '0.000010' }])
  expect(codesOf(await draw('buckets: 201'))).toEqual(['BAD_USER_INPUT'])
  expect(codesOf(await draw('buckets: 0'))).toEqual(['BAD_USER_INPUT'])
})

test('usage is grouped by key, and for at most 48 hours by hour and operation', async () => {
  const { keyId: key, read } = await seedMixedCalls()
  const from = new Date(Date.now() - 3_600_000).toISOString()
  const ask = async (words: string) =>
    read(
      `query ($companyId: ID!) { usage(companyId: $companyId, ${words}) {
         totals { requests failedRequests credits } rows { day hour model keyId operation requests credits } } }`,
    )
  const totals = { requests: 3, failedRequests: 1, credits: '0.000020' }
  const none = { day: null, hour: null, model: null, keyId: null, operation: null }
  const byKey = await ask('groupBy: [KEY]')
  expect(byKey.data?.['usage']).toEqual({
    totals,
    rows: [{ ...none, keyId: key, requests: 3, credits: '0.000020' }],
  })
  const byOperation = await ask(`from: "${from}", groupBy: [OPERATION, KEY]`)
  expect(byOperation.data?.['usage']).toEqual({
    totals,
    rows: [
      { ...none, keyId: key, operation: 'chat', requests: 2, credits: '0.000010' },
      { ...none, keyId: key, operation: 'embeddings', requests: 1, credits: '0.000010' },
    ],
  })
  const byHour = await ask(`from: "${from}", groupBy: [HOUR]`)
  const { rows = [] } = (byHour.data?.['usage'] ?? {}) as { rows?: { hour: string; requests: number }[] }
  expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(3)
  expect(rows.every(({ hour }) => hour.endsWith(':00:00.000Z') && hour > '2026')).toBe(true)
  for (const words of ['groupBy: [HOUR]', 'groupBy: [OPERATION]'])
    expect(codesOf(await ask(words))).toEqual(['BAD_USER_INPUT'])
})
