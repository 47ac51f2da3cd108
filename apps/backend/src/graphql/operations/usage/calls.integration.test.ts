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
