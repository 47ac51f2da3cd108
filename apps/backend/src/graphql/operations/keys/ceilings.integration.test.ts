import { addUser } from '@gatehouse/testkit/seed-backend'
import { addKey } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend[Symbol.asyncDispose]())

/** Creates a postpaid company whose plan has these ceilings, and its admin. */
async function seed(rpm: number | null, tpm: number | null) {
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
  const rotate = async (keyId: string, by = admin) => {
    const body = await backend.ask(
      'mutation ($companyId: ID!, $keyId: ID!) { rotateApiKey(companyId: $companyId, keyId: $keyId) { key { rpmLimit tpmLimit } } }',
      { user: by, variables: { companyId, keyId } },
    )
    return (body.data?.['rotateApiKey'] as { key: unknown } | undefined)?.key
  }
  const create = async (input: Record<string, unknown>) => {
    const body = await backend.ask(
      `mutation ($companyId: ID!, $input: CreateApiKeyInput!) {
         createApiKey(companyId: $companyId, input: $input) { key { rpmLimit tpmLimit } } }`,
      { user: admin, variables: { companyId, input: { name: 'key', ...input } } },
    )
    return { codes: codesOf(body), key: (body.data?.['createApiKey'] as { key: unknown } | undefined)?.key }
  }
  return { create, rotate, companyId, superAdmin: user }
}

test('a plan lowers the limits of keys, including default limits', async () => {
  const { create } = await seed(20, 1_000)
  expect(await create({})).toEqual({ codes: [], key: { rpmLimit: 20, tpmLimit: 1_000 } })
  expect((await create({ rpmLimit: 21 })).codes).toEqual(['BAD_USER_INPUT'])
  expect((await create({ tpmLimit: 1_001 })).codes).toEqual(['BAD_USER_INPUT'])
})

test('a plan raises the highest limits that can be chosen, but not the default limits', async () => {
  const { create } = await seed(9_000, 3_000_000)
  expect((await create({})).key).toEqual({ rpmLimit: 300, tpmLimit: 200_000 })
  expect((await create({ rpmLimit: 9_000, tpmLimit: 3_000_000 })).codes).toEqual([])
  expect((await create({ rpmLimit: 9_001 })).codes).toEqual(['BAD_USER_INPUT'])
})

test('a plan without ceilings leaves the platform’s own ceilings', async () => {
  const { create } = await seed(null, null)
  expect((await create({ rpmLimit: 300 })).codes).toEqual([])
  expect((await create({ rpmLimit: 301 })).codes).toEqual(['BAD_USER_INPUT'])
})

test('rotation reduces a key to what the plan allows, except by a super admin', async () => {
  const { rotate, companyId, superAdmin } = await seed(20, 1_000)
  const { key } = await addKey(backend.database, { companyId, rpmLimit: 50, tpmLimit: 900 })
  expect(await rotate(key.id)).toEqual({ rpmLimit: 20, tpmLimit: 900 })
  expect(await rotate(key.id, superAdmin)).toEqual({ rpmLimit: 50, tpmLimit: 900 })
})
