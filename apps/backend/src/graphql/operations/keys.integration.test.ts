import { randomUUID } from 'node:crypto'
import type { User } from '@gatehouse/identity/users'
import { createSubscribeToKeyEnds } from '@gatehouse/keys/key-end-channel'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

let backend: TestBackend
let companyId: string
let admin: User

beforeAll(async () => {
  backend = await startTestBackend()
  await addAliases(backend.database, 'http://127.0.0.1:1/v1')
  companyId = await addCompany(backend.database, 0n)
  admin = await addUser(backend.database, { companyId })
})
afterAll(() => backend[Symbol.asyncDispose]())

const allFields = `id name hint status scopes modelAllowlist rpmLimit tpmLimit monthlyCreditCap mayReadCompanyUsage
  createdBy expiresAt lastUsedAt revokedAt rotatedFromId`
const create = `mutation ($companyId: ID!, $input: CreateApiKeyInput!) {
  createApiKey(companyId: $companyId, input: $input) { rawKey key { ${allFields} } } }`

type Minted = { rawKey: string; key: Record<string, unknown> & { id: string } }

async function createKey(input: Record<string, unknown>, user = admin) {
  const body = await backend.ask(create, { user, variables: { companyId, input } })
  return { body, minted: body.data?.['createApiKey'] as Minted }
}

const change = (name: string, keyId: string, user = admin, company = companyId) =>
  backend.ask(
    `mutation ($companyId: ID!, $keyId: ID!) { ${name}(companyId: $companyId, keyId: $keyId) ${
      name === 'rotateApiKey' ? '{ rawKey key { id rotatedFromId createdBy } }' : '{ id status revokedAt }'
    } }`,
    { user, variables: { companyId: company, keyId } },
  )

async function auditOf(keyId: string) {
  return backend.database
    .selectFrom('audit_log')
    .select(['action', 'actor_kind', 'actor_id', 'request_id', 'client_address', 'details'])
    .where('subject_id', '=', keyId)
    .orderBy('id')
    .execute()
}

test('a key is created with the default settings, shown once, and recorded in the audit log', async () => {
  const { minted } = await createKey({ name: 'production' })
  expect(minted.rawKey).toMatch(/^svc_live_[0-9A-Za-z]{38}$/)
  expect(minted.key).toMatchObject({
    name: 'production',
    hint: minted.rawKey.slice(-4),
    status: 'LIVE',
    scopes: ['inference:chat', 'inference:parse', 'usage:read'],
    modelAllowlist: null,
    rpmLimit: 300,
    tpmLimit: 200_000,
    monthlyCreditCap: null,
    mayReadCompanyUsage: false,
    createdBy: admin.id,
  })
  const audited = await auditOf(minted.key.id)
  expect(audited).toMatchObject([{ action: 'key.create', actor_kind: 'user', actor_id: admin.id }])
  expect(audited[0]?.request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(audited[0]?.client_address).toMatch(/^198\.51\./)
  expect(JSON.stringify(audited)).not.toContain(minted.rawKey)
  const list = await backend.ask(`query ($id: ID!) { apiKeys(companyId: $id) { ${allFields} } }`, {
    user: admin,
    variables: { id: companyId },
  })
  expect(JSON.stringify(list)).toContain(minted.key.id)
  expect(JSON.stringify(list)).not.toContain(minted.rawKey)
})

test('every setting can be chosen', async () => {
  const input = {
    name: 'narrow',
    scopes: ['jobs:read'],
    modelAllowlist: ['svc/chat-default'],
    rpmLimit: 10,
    tpmLimit: 1_000,
    monthlyCreditCap: '2.5',
    mayReadCompanyUsage: true,
    expiresAt: '2999-01-01T00:00:00.000Z',
  }
  const { minted } = await createKey(input)
  expect(minted.key).toMatchObject({ ...input, monthlyCreditCap: '2.500000' })
})

test.each([
  ['a blank name', { name: ' ' }],
  ['an unknown scope', { name: 'x', scopes: ['everything'] }],
  ['no scope at all', { name: 'x', scopes: [] }],
  ['an empty allowlist', { name: 'x', modelAllowlist: [] }],
  ['an expiry in the past', { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }],
  ['a cap that is not an amount', { name: 'x', monthlyCreditCap: '1e3' }],
  ['a limit of zero', { name: 'x', rpmLimit: 0 }],
  ['more requests than its ceiling', { name: 'x', rpmLimit: 301 }],
  ['more tokens than its ceiling', { name: 'x', tpmLimit: 200_001 }],
])('a key with %s is refused', async (_name, input) => {
  const { body } = await createKey(input)
  expect(codesOf(body)).toEqual(['BAD_USER_INPUT'])
})

test('an allowlist that names an unknown alias is rejected with the aliases that exist', async () => {
  const { body } = await createKey({ name: 'x', modelAllowlist: ['svc/does-not-exist'] })
  expect(codesOf(body)).toEqual(['BAD_USER_INPUT'])
  expect(body.errors?.[0]?.message).toMatch(/"svc\/does-not-exist".* svc\/chat-cheap, svc\/chat-default,/)
})

test('only a super admin can exceed the limits of the plan', async () => {
  const superAdmin = await addUser(backend.database, { isSuperAdmin: true })
  const { minted } = await createKey({ name: 'large', rpmLimit: 5_000, tpmLimit: 900_000 }, superAdmin)
  expect(minted.key).toMatchObject({ rpmLimit: 5_000, tpmLimit: 900_000 })
  const { minted: usual } = await createKey({ name: 'usual' })
  const rows = await backend.database
    .selectFrom('api_keys')
    .select(['id', 'limits_follow_plan'])
    .where('id', 'in', [minted.key.id, usual.key.id])
    .execute()
  // Limits set by an admin are capped by the current plan; those set by a super admin are not.
  expect(Object.fromEntries(rows.map((row) => [row.id, row.limits_follow_plan]))).toEqual({
    [minted.key.id]: false,
    [usual.key.id]: true,
  })
})

test('a rotation creates a key with the same settings, and the old key stays live', async () => {
  const { minted } = await createKey({ name: 'rotated', rpmLimit: 7 })
  const body = await change('rotateApiKey', minted.key.id)
  const sibling = body.data?.['rotateApiKey'] as Minted
  expect(sibling.rawKey).not.toBe(minted.rawKey)
  expect(sibling.key).toMatchObject({ rotatedFromId: minted.key.id, createdBy: admin.id })
  expect(await auditOf(sibling.key.id)).toMatchObject([{ action: 'key.rotate', actor_id: admin.id }])
})

test('every revocation is published to the gateways, and recorded once', async () => {
  const { minted } = await createKey({ name: 'ending' })
  const { clock, redis, logger } = backend.resources
  const ended: string[] = []
  const subscription = createSubscribeToKeyEnds({ redis, clock, logger })(
    (id) => ended.push(id),
    () => undefined,
  )
  try {
    // Every repetition publishes the revocation again, so the test does not depend on when the subscriber is ready.
    await waitUntil(
      async () => {
        expect(await change('revokeApiKey', minted.key.id)).toMatchObject({
          data: { revokeApiKey: { id: minted.key.id, status: 'REVOKED' } },
        })
        return ended.includes(minted.key.id)
      },
      { withinMs: 30_000, what: 'the revocation is published' },
    )
  } finally {
    subscription.close()
  }
  // Repeated revocations leave one audit entry.
  expect(await auditOf(minted.key.id)).toMatchObject([{ action: 'key.create' }, { action: 'key.revoke' }])
  expect(codesOf(await change('rotateApiKey', minted.key.id))).toEqual(['CONFLICT'])
})

test('a key of another company, an unknown key id and a malformed one get the same error', async () => {
  const otherCompany = await addCompany(backend.database, 0n)
  const { key: foreign } = await addKey(backend.database, { companyId: otherCompany })
  for (const operation of ['revokeApiKey', 'rotateApiKey']) {
    const foreignAnswer = await change(operation, foreign.id)
    const unknownAnswer = await change(operation, randomUUID())
    const texts = [foreignAnswer, unknownAnswer].map((body) =>
      JSON.stringify(body).replace(/"request_id":"[^"]+"/, ''),
    )
    expect(texts[0]).toBe(texts[1])
    expect(codesOf(foreignAnswer)).toEqual(['NOT_FOUND'])
    expect(codesOf(await change(operation, 'not an id'))).toEqual(['NOT_FOUND'])
    // The same with the id of the other company, to which this admin does not belong.
    expect(codesOf(await change(operation, foreign.id, admin, otherCompany))).toEqual(['NOT_FOUND'])
  }
  const row = await backend.database
    .selectFrom('api_keys')
    .select('revoked_at')
    .where('id', '=', foreign.id)
    .executeTakeFirst()
  expect(row).toEqual({ revoked_at: null })
})

/** Creates a postpaid company whose plan has these ceilings, and its admin. */
async function seedPlan(rpm: number | null, tpm: number | null) {
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
  const { create } = await seedPlan(20, 1_000)
  expect(await create({})).toEqual({ codes: [], key: { rpmLimit: 20, tpmLimit: 1_000 } })
  expect((await create({ rpmLimit: 21 })).codes).toEqual(['BAD_USER_INPUT'])
  expect((await create({ tpmLimit: 1_001 })).codes).toEqual(['BAD_USER_INPUT'])
})

test('a plan raises the highest limits that can be chosen, but not the default limits', async () => {
  const { create } = await seedPlan(9_000, 3_000_000)
  expect((await create({})).key).toEqual({ rpmLimit: 300, tpmLimit: 200_000 })
  expect((await create({ rpmLimit: 9_000, tpmLimit: 3_000_000 })).codes).toEqual([])
  expect((await create({ rpmLimit: 9_001 })).codes).toEqual(['BAD_USER_INPUT'])
})

test('a plan without ceilings leaves the platform’s own ceilings', async () => {
  const { create } = await seedPlan(null, null)
  expect((await create({ rpmLimit: 300 })).codes).toEqual([])
  expect((await create({ rpmLimit: 301 })).codes).toEqual(['BAD_USER_INPUT'])
})

test('rotation reduces a key to what the plan allows, except by a super admin', async () => {
  const { rotate, companyId, superAdmin } = await seedPlan(20, 1_000)
  const { key } = await addKey(backend.database, { companyId, rpmLimit: 50, tpmLimit: 900 })
  expect(await rotate(key.id)).toEqual({ rpmLimit: 20, tpmLimit: 900 })
  expect(await rotate(key.id, superAdmin)).toEqual({ rpmLimit: 50, tpmLimit: 900 })
})
