import type { User } from '@gatehouse/identity/users'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { startRedis } from '@gatehouse/testkit/start-redis'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { seedRefusal } from '../../../testing/seed-refusal.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let companyId: string
let keyId: string
let admin: User

beforeAll(async () => {
  backend = await startTestBackend()
  companyId = await addCompany(backend.database, 0n)
  keyId = (await addKey(backend.database, { companyId })).key.id
  admin = await addUser(backend.database, { companyId })
  const { redis } = backend.resources
  await waitUntil(() => redis.status === 'ready', { withinMs: 30_000, what: 'Redis is connected' })
})
afterAll(() => backend[Symbol.asyncDispose]())

const refusals = `query ($companyId: ID!, $first: Int, $keyId: ID, $code: String, $requestId: String) {
  refusals(companyId: $companyId, first: $first, keyId: $keyId, code: $code, requestId: $requestId) {
    keptSince
    nodes { at requestId keyId model status code rule message estimate balance held omitted }
  } }`

type RefusalRecord = { keptSince: string; nodes: Record<string, unknown>[] }

async function read(variables: Record<string, unknown> = {}, user = admin) {
  const body = await backend.ask(refusals, { user, variables: { companyId, ...variables } })
  return { body, found: body.data?.['refusals'] as RefusalRecord }
}

test('an admin looks up a request id and sees why the request was refused', async () => {
  const requestId = await seedRefusal(backend.resources.redis, { companyId, keyId })
  const limited = { rule: 'rate_limited', code: null, status: 429, model: null, estimateMicros: null }
  const limitedId = await seedRefusal(backend.resources.redis, { companyId, keyId, ...limited })
  const { found } = await read({ requestId: requestId.toUpperCase() })
  expect(found.nodes).toEqual([
    {
      at: expect.stringMatching(/Z$/) as string,
      requestId,
      keyId,
      model: 'svc/chat-default',
      status: 402,
      code: 'INSUFFICIENT_CREDITS',
      rule: 'credits_insufficient',
      message: 'The company has 0.420000 credits.',
      estimate: '0.050000',
      balance: '0.420000',
      held: '0.400000',
      omitted: 0,
    },
  ])
  expect(Date.now() - Date.parse(found.keptSince)).toBeGreaterThanOrEqual(7 * 86_400_000)
  expect((await read({ code: 'rate_limited', keyId })).found.nodes).toMatchObject([
    { requestId: limitedId, code: null, model: null, estimate: null },
  ])
  expect((await read({ first: 1 })).found.nodes).toMatchObject([{ requestId: limitedId }])
})

test('refusals of another company are not found, by its key, its request or its admin', async () => {
  const otherId = await addCompany(backend.database, 0n)
  const other = await addKey(backend.database, { companyId: otherId })
  const requestId = await seedRefusal(backend.resources.redis, { companyId: otherId, keyId: other.key.id })
  expect((await read({ requestId })).found.nodes).toEqual([])
  expect(codesOf((await read({ keyId: other.key.id })).body)).toEqual(['NOT_FOUND'])
  expect(codesOf((await read({ companyId: otherId })).body)).toEqual(['NOT_FOUND'])
})

test.each([0, 101])('first: %i is refused', async (first) => {
  expect(codesOf((await read({ first })).body)).toEqual(['BAD_USER_INPUT'])
})

test('while Redis is down, the query says so and what to do', async () => {
  await using redis = await startRedis()
  await using alone = await startTestBackend({ REDIS_URL: redis.url })
  await redis.stop()
  const company = await addCompany(alone.database, 0n)
  const user = await addUser(alone.database, { companyId: company })
  const body = await alone.ask(refusals, { user, variables: { companyId: company } })
  expect(codesOf(body)).toEqual(['UNAVAILABLE'])
  expect(body.errors?.[0]?.message).toContain('Try again shortly')
})
