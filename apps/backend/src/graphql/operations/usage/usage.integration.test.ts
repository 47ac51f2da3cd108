import { formatCredits } from '@gatehouse/credits/credit'
import type { User } from '@gatehouse/identity/users'
import { readAccount } from '@gatehouse/testkit/read-account'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { seedCall, seedParkedCall } from '../../../testing/seed-company.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let companyId: string
let admin: User
let keyIds: string[]
let callIds: string[]

beforeAll(async () => {
  backend = await startTestBackend()
  const { database, postgres } = backend
  companyId = await addCompany(database, 5_000_000n)
  admin = await addUser(database, { companyId })
  keyIds = [(await addKey(database, { companyId })).key.id, (await addKey(database, { companyId })).key.id]
  const [one = '', other = ''] = keyIds
  const elsewhere = await addCompany(database, 5_000_000n)
  await seedCall(postgres, {
    companyId: elsewhere,
    keyId: (await addKey(database, { companyId: elsewhere })).key.id,
  })
  callIds = [
    await seedCall(postgres, { companyId, keyId: one }),
    await seedCall(postgres, { companyId, keyId: one, end: { kind: 'failed', reason: 'provider_error' } }),
    await seedCall(postgres, {
      companyId,
      keyId: other,
      alias: 'svc/embed-default',
      operation: 'embeddings',
    }),
  ]
})
afterAll(() => backend[Symbol.asyncDispose]())

const ask = (query: string, variables: Record<string, unknown> = {}) =>
  backend.ask(query, { user: admin, variables: { companyId, ...variables } })

async function listCalls(
  words = '',
): Promise<{ nodes: { id: string }[]; endCursor: string; hasNextPage: boolean }> {
  const { data } = await ask(
    `query ($companyId: ID!) { calls(companyId: $companyId ${words}) {
       nodes { id model operation status reason credits balanceAfter promptTokens } endCursor hasNextPage } }`,
  )
  return data?.['calls'] as Awaited<ReturnType<typeof listCalls>>
}

test('calls are listed newest first, page by page, and only those of the company', async () => {
  const first = await listCalls(', first: 2')
  expect(first).toMatchObject({
    nodes: [
      { id: callIds[2], model: 'svc/embed-default', operation: 'embeddings', credits: '0.000010' },
      { id: callIds[1], status: 'FAILED', reason: 'provider_error', credits: '0.000000' },
    ],
    hasNextPage: true,
  })
  expect(await listCalls(`, first: 2, after: "${first.endCursor}"`)).toMatchObject({
    nodes: [{ id: callIds[0], status: 'SUCCEEDED', balanceAfter: '4.999990', promptTokens: 100 }],
    hasNextPage: false,
  })
})

test('calls are filtered by key, by status and by start', async () => {
  const idsOf = async (words: string) => (await listCalls(words)).nodes.map(({ id }) => id)
  expect(await idsOf(`, keyId: "${keyIds[1]}"`)).toEqual([callIds[2]])
  expect(await idsOf(', status: SUCCEEDED')).toEqual([callIds[2], callIds[0]])
  expect(await idsOf(', to: "2020-01-01T00:00:00Z"')).toEqual([])
  expect(await idsOf(', from: "2020-01-01T00:00:00Z"')).toHaveLength(3)
})

test('usage covers all keys or one key, and its rows add up to the totals', async () => {
  const read = async (words: string) => {
    const { data } = await ask(
      `query ($companyId: ID!) { usage(companyId: $companyId ${words}) {
         totals { requests failedRequests totalTokens credits } rows { day model requests credits } } }`,
    )
    return data?.['usage']
  }
  const day = new Date().toISOString().slice(0, 10)
  expect(await read('')).toEqual({
    totals: { requests: 3, failedRequests: 1, totalTokens: 300, credits: '0.000020' },
    rows: [{ day, model: null, requests: 3, credits: '0.000020' }],
  })
  expect(await read('groupBy: [MODEL]')).toMatchObject({
    rows: [
      { day: null, model: 'svc/chat-default', requests: 2, credits: '0.000010' },
      { day: null, model: 'svc/embed-default', requests: 1, credits: '0.000010' },
    ],
  })
  expect(await read(`keyId: "${keyIds[1]}"`)).toMatchObject({ totals: { requests: 1, credits: '0.000010' } })
  expect(await read('to: "2020-01-01T00:00:00Z"')).toMatchObject({ totals: { requests: 0 }, rows: [] })
})

test.each([
  'from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z"',
  'from: "2020-01-01T00:00:00Z", to: "2026-01-01T00:00:00Z"',
])('a period of %s is refused', async (words) => {
  const body = await ask(`query ($companyId: ID!) { usage(companyId: $companyId, ${words}) { asOf } }`)
  expect(codesOf(body)).toEqual(['BAD_USER_INPUT'])
})

const settle = `mutation ($callId: ID!, $credits: String!, $reason: String!) {
  settleParkedCall(callId: $callId, credits: $credits, reason: $reason) }`

test('a parked call is listed, settled once with a reason, and charged exactly that', async () => {
  const { database, resources } = backend
  const user = await addUser(database, { isSuperAdmin: true })
  const companyId = await addCompany(database, 1_000_000n)
  const { key } = await addKey(database, { companyId })
  const [charged, waived] = [
    await seedParkedCall(resources.postgres, { companyId, keyId: key.id }),
    await seedParkedCall(resources.postgres, { companyId, keyId: key.id }),
  ]
  const list = async () => {
    const { data } = await backend.ask('{ parkedCalls { id companyId reason promptTokens } }', { user })
    return data?.['parkedCalls']
  }
  expect(await list()).toEqual(
    [charged, waived].map((id) => ({
      id,
      companyId,
      reason: 'usage_impossible',
      promptTokens: 2_000_000_000,
    })),
  )
  const decide = (callId: string, credits: string, reason = 'the provider confirmed it') =>
    backend.ask(settle, { user, variables: { callId, credits, reason } })
  const outcomes = await Promise.all([
    decide(charged, '0.25'),
    decide(charged, '0.5'),
    decide(charged, '0.75'),
  ])
  expect(outcomes.flatMap(codesOf)).toEqual(['CONFLICT', 'CONFLICT'])
  expect(codesOf(await decide(waived, '0'))).toEqual([])
  expect(codesOf(await decide(waived, '-1'))).toEqual(['BAD_USER_INPUT'])
  expect(codesOf(await decide(waived, '1', ' '))).toEqual(['BAD_USER_INPUT'])
  expect(codesOf(await decide(companyId, '1'))).toEqual(['NOT_FOUND'])
  expect(await list()).toEqual([])
  const { rows } = await resources.postgres.query<{ charged_micros: bigint }>(
    'select charged_micros from parked_call_decisions order by charged_micros',
  )
  const [nothing, decided] = rows.map(({ charged_micros }) => charged_micros)
  expect(nothing).toBe(0n)
  const receiptOf = async (callId: string) => {
    const query = `{ call(companyId: "${companyId}", callId: "${callId}") { rule charged } }`
    return (await backend.ask(query, { user })).data?.['call']
  }
  expect(await receiptOf(charged)).toEqual({
    rule: expect.stringContaining(`charged ${formatCredits(decided ?? 0n)} credits`) as string,
    charged: formatCredits(decided ?? 0n),
  })
  expect(await receiptOf(waived)).toEqual({
    rule: expect.stringContaining('nothing is charged') as string,
    charged: '0.000000',
  })
  const { balanceMicros } = await readAccount(resources.postgres, companyId)
  expect(balanceMicros).toBe(1_000_000n - (decided ?? 0n))
  const { rows: entries } = await resources.postgres.query(
    `select details from audit_log where action = 'call.settle_parked'`,
  )
  expect(entries).toHaveLength(2)
})

test('the number and the age of parked calls are metrics', async () => {
  const { metrics } = backend.resources
  const isExported = async () => /^gatehouse_parked_calls\{.*\} \d+$/m.test(await metrics.metrics())
  await waitUntil(isExported, { withinMs: 30_000, what: 'the gauge has been read' })
  expect(await metrics.metrics()).toContain('gatehouse_parked_calls_oldest_seconds')
})
