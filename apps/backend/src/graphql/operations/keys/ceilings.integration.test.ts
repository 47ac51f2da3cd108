import { addUser } from '@gatehouse/testkit/furnish-backend'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

/** A postpaid company whose plan has these ceilings, and its admin. */
async function furnish(rpm: number | null, tpm: number | null) {
  const user = await addUser(backend.database, { isSuperAdmin: true })
  const make = async (query: string, variables: Record<string, unknown> = {}) => {
    const { data } = await backend.ask(query, { user, variables })
    const { id = '' } = (data?.['one'] ?? {}) as { id?: string }
    return id
  }
  const companyId = await make(
    'mutation { one: createCompany(name: "Pays later", billingMode: POSTPAID) { id } }',
  )
  const planId = await make(
    `mutation ($rpm: Int, $tpm: Int) { one: createPlan(input: { name: "By use", credits: 1000, price: 10, currency: "eur",
       sortOrder: 1, billingMode: POSTPAID, keyRpmLimitMax: $rpm, keyTpmLimitMax: $tpm }) { id } }`,
    { rpm, tpm },
  )
  await make(
    `mutation ($companyId: ID!, $planId: ID!) {
       one: setPostpaidTerms(companyId: $companyId, planId: $planId, daysUntilDue: 14) { id: planId } }`,
    { companyId, planId },
  )
  const admin = await addUser(backend.database, { companyId })
  return async (input: Record<string, unknown>) => {
    const body = await backend.ask(
      `mutation ($companyId: ID!, $input: CreateApiKeyInput!) {
         createApiKey(companyId: $companyId, input: $input) { key { rpmLimit tpmLimit } } }`,
      { user: admin, variables: { companyId, input: { name: 'key', ...input } } },
    )
    return { codes: codesOf(body), key: (body.data?.['createApiKey'] as { key: unknown } | undefined)?.key }
  }
}

test('a plan lowers what a key may have, also of one for which nobody chose', async () => {
  const create = await furnish(20, 1_000)
  expect(await create({})).toEqual({ codes: [], key: { rpmLimit: 20, tpmLimit: 1_000 } })
  expect((await create({ rpmLimit: 21 })).codes).toEqual(['BAD_USER_INPUT'])
  expect((await create({ tpmLimit: 1_001 })).codes).toEqual(['BAD_USER_INPUT'])
})

test('a plan raises what a key may have, for those who choose it', async () => {
  const create = await furnish(9_000, 3_000_000)
  expect((await create({})).key).toEqual({ rpmLimit: 300, tpmLimit: 200_000 })
  expect((await create({ rpmLimit: 9_000, tpmLimit: 3_000_000 })).codes).toEqual([])
  expect((await create({ rpmLimit: 9_001 })).codes).toEqual(['BAD_USER_INPUT'])
})

test('a plan that says nothing leaves the platform’s own ceiling', async () => {
  const create = await furnish(null, null)
  expect((await create({ rpmLimit: 300 })).codes).toEqual([])
  expect((await create({ rpmLimit: 301 })).codes).toEqual(['BAD_USER_INPUT'])
})
