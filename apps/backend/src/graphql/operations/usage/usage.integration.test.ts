import type { User } from '@gatehouse/identity/users'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedCall } from '../../../testing/seed-call.ts'
import { codesOf } from '../../../testing/read-graphql.ts'
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
