import { randomUUID } from 'node:crypto'
import type { User } from '@gatehouse/identity/users'
import { createSubscribeToKeyEnds } from '@gatehouse/keys/key-end-channel'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { createCompanyStore } from '@gatehouse/limits/company-store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { seedCall } from '../../../testing/seed-company.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

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
  spentThisMonth createdBy createdByEmail expiresAt lastUsedAt revokedAt rotatedFromId`
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
    spentThisMonth: '0.000000',
    createdBy: admin.id,
    createdByEmail: admin.email,
  })
  const audited = await auditOf(minted.key.id)
  expect(audited).toMatchObject([{ action: 'key.create', actor_kind: 'user', actor_id: admin.id }])
  expect(audited[0]?.request_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(audited[0]?.client_address).toMatch(/^198\.51\./)
  expect(JSON.stringify(audited)).not.toContain(minted.rawKey)
  const list = await backend.ask(
    `query ($id: ID!) { apiKeys(companyId: $id, first: 100) { nodes { ${allFields} } } }`,
    {
      user: admin,
      variables: { id: companyId },
    },
  )
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

test('keys are listed newest first, page by page and by status, with what they have spent this month', async () => {
  const company = await addCompany(backend.database, 1_000_000n)
  const user = await addUser(backend.database, { companyId: company })
  const add = async (more = {}) => (await addKey(backend.database, { companyId: company, ...more })).key.id
  const keys = [
    await add({ createdBy: user.id }),
    await add(),
    await add({ expiresAt: new Date(Date.now() + 60_000) }),
  ]
  await change('revokeApiKey', keys[1] ?? '', user, company)
  await seedCall(backend.postgres, { companyId: company, keyId: keys[0] ?? '' })
  const list = async (words = '') => {
    const { data } = await backend.ask(
      `query ($id: ID!) { apiKeys(companyId: $id ${words}) {
         nodes { id spentThisMonth createdByEmail } endCursor hasNextPage } }`,
      { user, variables: { id: company } },
    )
    return data?.['apiKeys'] as { nodes: { id: string }[]; endCursor: string; hasNextPage: boolean }
  }
  const idsOf = async (words: string) => (await list(words)).nodes.map(({ id }) => id)
  const first = await list('first: 2')
  expect(first).toMatchObject({ nodes: [{ id: keys[2] }, { id: keys[1] }], hasNextPage: true })
  expect(await list(`first: 2, after: "${first.endCursor}"`)).toEqual({
    nodes: [{ id: keys[0], spentThisMonth: '0.000010', createdByEmail: user.email }],
    endCursor: keys[0],
    hasNextPage: false,
  })
  expect(await idsOf('status: LIVE')).toEqual([keys[2], keys[0]])
  expect(await idsOf('status: REVOKED')).toEqual([keys[1]])
  await backend.postgres.query(`update api_keys set expires_at = now() - interval '1 s' where id = $1`, [
    keys[2],
  ])
  expect(await idsOf('status: EXPIRED')).toEqual([keys[2]])
  expect(await idsOf('status: LIVE')).toEqual([keys[0]])
})

const update = (keyId: string, input: Record<string, unknown>, user = admin) =>
  backend.ask(
    `mutation ($companyId: ID!, $keyId: ID!, $input: UpdateApiKeyInput!) {
       updateApiKey(companyId: $companyId, keyId: $keyId, input: $input) { ${allFields} } }`,
    { user, variables: { companyId, keyId, input } },
  )

test('an update changes what it names, leaves the rest, and is recorded with the old and new settings', async () => {
  const { minted } = await createKey({
    name: 'first',
    monthlyCreditCap: '2',
    modelAllowlist: ['svc/chat-default'],
  })
  const { id } = minted.key
  const changed = await update(id, { name: 'second', rpmLimit: 5, monthlyCreditCap: '7.5' })
  expect(changed.data?.['updateApiKey']).toEqual({
    ...minted.key,
    name: 'second',
    rpmLimit: 5,
    monthlyCreditCap: '7.500000',
  })
  const cleared = await update(id, {
    monthlyCreditCap: null,
    modelAllowlist: null,
    expiresAt: '2999-01-01T00:00:00.000Z',
  })
  expect(cleared.data?.['updateApiKey']).toMatchObject({
    name: 'second',
    monthlyCreditCap: null,
    modelAllowlist: null,
    expiresAt: '2999-01-01T00:00:00.000Z',
  })
  expect(codesOf(await update(id, {}))).toEqual([])
  const audited = await auditOf(id)
  expect(audited.map(({ action }) => action)).toEqual(['key.create', 'key.update', 'key.update'])
  expect(audited[1]).toMatchObject({
    actor_id: admin.id,
    details: {
      name: 'second',
      before: { name: 'first', rpm_limit: 300, monthly_credit_cap_micros: '2000000' },
      after: { name: 'second', rpm_limit: 5, monthly_credit_cap_micros: '7500000' },
    },
  })
  const one = await backend.ask(
    `query ($companyId: ID!, $id: ID!) { apiKey(companyId: $companyId, keyId: $id) { ${allFields} } }`,
    { user: admin, variables: { companyId, id } },
  )
  expect(one.data?.['apiKey']).toEqual(cleared.data?.['updateApiKey'])
})

test.each([
  ['a blank name', { name: ' ' }],
  ['an empty allowlist', { modelAllowlist: [] }],
  ['an unknown alias', { modelAllowlist: ['svc/none'] }],
  ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }],
  ['a cap that is not an amount', { monthlyCreditCap: 'much' }],
  ['a negative cap', { monthlyCreditCap: '-1' }],
  ['a limit of zero', { tpmLimit: 0 }],
  ['more requests than its ceiling', { rpmLimit: 301 }],
])('an update to %s is refused and changes nothing', async (_name, input) => {
  const { minted } = await createKey({ name: 'kept' })
  expect(codesOf(await update(minted.key.id, { ...input }))).toEqual(['BAD_USER_INPUT'])
  expect(await auditOf(minted.key.id)).toHaveLength(1)
})

test('limits that a super admin raises do not follow the plan, until an admin sets them again', async () => {
  const superAdmin = await addUser(backend.database, { isSuperAdmin: true })
  const { minted } = await createKey({ name: 'raised' })
  const follows = async () => {
    const query = backend.database.selectFrom('api_keys').select('limits_follow_plan')
    return (await query.where('id', '=', minted.key.id).executeTakeFirst())?.limits_follow_plan
  }
  await update(minted.key.id, { rpmLimit: 5_000 }, superAdmin)
  expect(await follows()).toBe(false)
  await update(minted.key.id, { name: 'renamed' })
  expect(await follows()).toBe(false)
  await update(minted.key.id, { rpmLimit: 50 })
  expect(await follows()).toBe(true)
})

test('limits above the ceiling that a form sends back unchanged are neither refused nor taken for new ones', async () => {
  const superAdmin = await addUser(backend.database, { isSuperAdmin: true })
  const { minted } = await createKey({ name: 'granted' })
  const { id } = minted.key
  await update(id, { rpmLimit: 5_000 }, superAdmin)
  const form = { name: 'renamed', rpmLimit: 5_000, tpmLimit: 200_000 }
  expect((await update(id, form)).data?.['updateApiKey']).toMatchObject(form)
  expect((await auditOf(id)).map(({ details }) => details)).toMatchObject([
    { limits_follow_plan: true },
    { after: { rpm_limit: 5_000, limits_follow_plan: false } },
    { after: { name: 'renamed' } },
  ])
  expect(codesOf(await update(id, { ...form, tpmLimit: 200_001 }))).toEqual(['BAD_USER_INPUT'])
  expect(codesOf(await update(id, { ...form, rpmLimit: 4_999 }))).toEqual(['BAD_USER_INPUT'])
})

test('a revoked key cannot be changed', async () => {
  const { minted } = await createKey({ name: 'ended' })
  await change('revokeApiKey', minted.key.id)
  expect(codesOf(await update(minted.key.id, { name: 'again' }))).toEqual(['CONFLICT'])
})

test('the limits of a key show what is left of the present minute, without using any of it', async () => {
  const { minted } = await createKey({ name: 'counted', rpmLimit: 10, tpmLimit: 1_000 })
  const keyId = minted.key.id
  const read = async () => {
    const { data } = await backend.ask(
      `query ($companyId: ID!, $keyId: ID!) {
         keyLimits(companyId: $companyId, keyId: $keyId) { rpmLimit requestsLeft tpmLimit tokensLeft resetAt } }`,
      { user: admin, variables: { companyId, keyId } },
    )
    return data?.['keyLimits'] as { requestsLeft: number; tokensLeft: number; resetAt: string }
  }
  const whole = { requestsLeft: 10, tokensLeft: 1_000, resetAt: null }
  expect(await read()).toEqual({ rpmLimit: 10, tpmLimit: 1_000, ...whole })
  const { redis, clock } = backend.resources
  const store = await createCompanyStore({ redis, clock, processId: randomUUID() })
  const account = { isFrozen: false, isPostpaid: false, overdueInMs: null, validForMs: null }
  const snapshot = { ...account, balanceMicros: 1_000_000n, version: 1n, closedCallIds: [], holds: [] }
  await store.update({ companyId, snapshot })
  const call = { companyId, keyId, operation: 'chat', alias: 'svc/chat-default', estimateMicros: 1n } as const
  for (const estimatedTokens of [300, 100]) {
    const limits = { deadlineMs: 1_000, rpmLimit: 10, tpmLimit: 1_000 }
    const answer = await store.admit({ ...call, ...limits, callId: randomUUID(), estimatedTokens }, true)
    expect(answer.kind).toBe('admitted')
  }
  const left = await read()
  expect(left).toMatchObject({ requestsLeft: 8, tokensLeft: 600 })
  const resetInMs = Date.parse(left.resetAt) - Date.now()
  expect(resetInMs).toBeGreaterThan(30_000)
  expect(resetInMs).toBeLessThan(61_000)
  expect(await read()).toEqual(left)
  // As after the end of a plan that allowed more.
  await backend.postgres.query(`update api_keys set rpm_limit = 1000 where id = $1`, [keyId])
  expect(await read()).toMatchObject({ rpmLimit: 300, requestsLeft: 298 })
})

test('the address of a super admin who created a key is for super admins', async () => {
  const company = await addCompany(backend.database, 0n)
  const admin = await addUser(backend.database, { companyId: company })
  const superAdmin = await addUser(backend.database, { isSuperAdmin: true })
  await addKey(backend.database, { companyId: company, createdBy: superAdmin.id })
  const creatorFor = async (user: User) => {
    const { data } = await backend.ask(
      'query ($id: ID!) { apiKeys(companyId: $id) { nodes { createdBy createdByEmail } } }',
      { user, variables: { id: company } },
    )
    return data?.['apiKeys']
  }
  expect(await creatorFor(admin)).toEqual({ nodes: [{ createdBy: superAdmin.id, createdByEmail: null }] })
  expect(await creatorFor(superAdmin)).toEqual({
    nodes: [{ createdBy: superAdmin.id, createdByEmail: superAdmin.email }],
  })
})
