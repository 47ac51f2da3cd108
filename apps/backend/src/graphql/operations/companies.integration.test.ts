import { oneShard } from '@gatehouse/postgres/shards'
import { freezeAccount } from '@gatehouse/credits/freeze-account'
import type { User } from '@gatehouse/identity/users'
import { createSubscribeToKeyEnds } from '@gatehouse/keys/key-end-channel'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany, addKey, addPlatformCall } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codesOf } from '../../testing/read-graphql.ts'
import { seedDocument } from '../../testing/seed-company.ts'
import { type TestBackend, startTestBackend } from '../../testing/start-test-backend.ts'

let backend: TestBackend
let superAdmin: User

beforeAll(async () => {
  backend = await startTestBackend({ MODEL_WORK_CREDITS_PER_MONTH: '40' })
  superAdmin = await addUser(backend.database, { isSuperAdmin: true })
})
afterAll(() => backend[Symbol.asyncDispose]())

const ask = (query: string, variables: Record<string, unknown> = {}) =>
  backend.ask(query, { user: superAdmin, variables })

type Connection = { nodes: Record<string, unknown>[]; endCursor: string; hasNextPage: boolean }

test('a company is created, found by its name even with special characters, and listed page by page', async () => {
  for (const name of ['Ada 100% Ltd', 'Ada 1000 Ltd', 'Bea Ltd'])
    await ask('mutation ($name: String!) { createCompany(name: $name) { id } }', { name })
  const list = async (words: string) =>
    (await ask(`{ companies(${words}) { nodes { name billingMode } endCursor hasNextPage } }`)).data?.[
      'companies'
    ] as Connection
  expect(await list('nameContains: "100% l"')).toMatchObject({
    nodes: [{ name: 'Ada 100% Ltd', billingMode: 'PREPAID' }],
    hasNextPage: false,
  })
  const first = await list('first: 2')
  expect(first).toMatchObject({ nodes: [{ name: 'Bea Ltd' }, { name: 'Ada 1000 Ltd' }], hasNextPage: true })
  const second = await list(`first: 2, after: "${first.endCursor}"`)
  expect(second).toMatchObject({ nodes: [{ name: 'Ada 100% Ltd' }], hasNextPage: false })
  expect(codesOf(await ask('{ companies(first: 101) { hasNextPage } }'))).toEqual(['BAD_USER_INPUT'])
  expect(codesOf(await ask('mutation { createCompany(name: " ") { id } }'))).toEqual(['BAD_USER_INPUT'])
})

test('the balance of a company is shown to its admins and to super admins, and is null for its members', async () => {
  const companyId = await addCompany(backend.database, 5_000_000n)
  const [admin, member] = [
    await addUser(backend.database, { companyId }),
    await addUser(backend.database, { companyId, role: 'MEMBER' }),
  ]
  const read = async (user: User) => {
    const query = 'query ($id: ID!) { company(companyId: $id) { id creditBalance { credits } } }'
    return (await backend.ask(query, { user, variables: { id: companyId } })).data?.['company']
  }
  const shown = { id: companyId, creditBalance: { credits: '5.000000' } }
  expect([await read(admin), await read(superAdmin)]).toEqual([shown, shown])
  expect(await read(member)).toEqual({ id: companyId, creditBalance: null })
})

test('an admin renames the company, a member cannot, and the audit log has both names', async () => {
  const companyId = await addCompany(backend.database, 0n)
  const [admin, member] = [
    await addUser(backend.database, { companyId }),
    await addUser(backend.database, { companyId, role: 'MEMBER' }),
  ]
  const rename = (user: User, name: string) =>
    backend.ask(
      'mutation ($id: ID!, $name: String!) { updateCompany(companyId: $id, name: $name) { name } }',
      {
        user,
        variables: { id: companyId, name },
      },
    )
  expect(codesOf(await rename(member, 'Mine'))).toEqual(['FORBIDDEN'])
  for (const name of [' ', 'x'.repeat(201)]) {
    const { errors } = await rename(admin, name)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', input: 'name' })
  }
  const company = { id: companyId }
  const { data } = await ask('query ($id: ID!) { company(companyId: $id) { name } }', company)
  const before = data?.['company']
  // A repeated request changes nothing and leaves no second entry.
  for (const _ of [1, 2])
    expect((await rename(admin, ' Ada & Sons ')).data).toEqual({ updateCompany: { name: 'Ada & Sons' } })
  const audited = await ask(
    'query ($id: ID!) { auditLog(companyId: $id, action: "company.update") { nodes { actorId details } } }',
    company,
  )
  expect(audited.data?.['auditLog']).toEqual({
    nodes: [{ actorId: admin.id, details: { before, after: { name: 'Ada & Sons' } } }],
  })
})

test('the audit log of a company has only its own entries, newest first', async () => {
  const companyId = await addCompany(backend.database, 0n)
  const admin = await addUser(backend.database, { companyId })
  const { key } = await addKey(backend.database, { companyId })
  await addKey(backend.database, { companyId: await addCompany(backend.database, 0n) })
  const { data } = await backend.ask(
    `query ($id: ID!) { auditLog(companyId: $id, first: 1) {
       nodes { actorKind actorId action subjectKind subjectId details } hasNextPage } }`,
    { user: admin, variables: { id: companyId } },
  )
  expect(data?.['auditLog']).toMatchObject({
    nodes: [{ actorKind: 'operator', action: 'key.create', subjectKind: 'key', subjectId: key.id }],
    hasNextPage: true,
  })
})

test('admins see the addresses of members, but not those of super admins or former members', async () => {
  const companyId = await addCompany(backend.database, 0n)
  const admin = await addUser(backend.database, { companyId })
  const leaving = await addUser(backend.database, { companyId })
  const minting = 'mutation ($id: ID!) { createApiKey(companyId: $id, input: { name: "k" }) { key { id } } }'
  for (const user of [superAdmin, admin, leaving])
    expect((await backend.ask(minting, { user, variables: { id: companyId } })).errors).toBeUndefined()
  await backend.database.deleteFrom('memberships').where('user_id', '=', leaving.id).execute()
  const addressesFor = async (user: User) => {
    const { data } = await backend.ask(
      'query ($id: ID!) { auditLog(companyId: $id) { nodes { action actorId clientAddress } } }',
      { user, variables: { id: companyId } },
    )
    type Node = { action: string; actorId: string; clientAddress: string | null }
    const log = data?.['auditLog'] as { nodes: Node[] } | undefined
    const minted = (log?.nodes ?? []).filter(({ action }) => action === 'key.create')
    return Object.fromEntries(minted.map(({ actorId, clientAddress }) => [actorId, clientAddress !== null]))
  }
  expect(await addressesFor(admin)).toEqual({
    [admin.id]: true,
    [superAdmin.id]: false,
    [leaving.id]: false,
  })
  expect(await addressesFor(superAdmin)).toEqual({
    [admin.id]: true,
    [superAdmin.id]: true,
    [leaving.id]: true,
  })
})

test('a pause is listed with its reason, and lifted with a reason that is kept in the audit log', async () => {
  const companyId = await addCompany(backend.database, 1n)
  await freezeAccount(
    { ...backend.resources, databases: oneShard(backend.database) },
    companyId,
    'I1: off by 3',
  )
  const pauses = async () => (await ask('{ pauses { companyId companyName reason } }')).data?.['pauses']
  expect(await pauses()).toMatchObject([{ companyId, reason: 'I1: off by 3' }])
  const lift = (reason: string) =>
    ask('mutation ($id: ID!, $reason: String!) { liftPause(companyId: $id, reason: $reason) }', {
      id: companyId,
      reason,
    })
  expect(codesOf(await lift(' '))).toEqual(['BAD_USER_INPUT'])
  expect((await lift('corrected by hand, see ticket 41')).data).toEqual({ liftPause: true })
  expect((await lift('again')).data).toEqual({ liftPause: false })
  expect(await pauses()).toEqual([])
  const entry = await backend.database
    .selectFrom('audit_log')
    .select(['actor_kind', 'actor_id', 'details'])
    .where('action', '=', 'credit_account.unfreeze')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    actor_kind: 'user',
    actor_id: superAdmin.id,
    details: { reason: 'corrected by hand, see ticket 41', frozen_reason: 'I1: off by 3' },
  })
})

test('a super admin suspends and resumes a company; its admins can still log in and read the reason, other people cannot read it', async () => {
  const companyId = await addCompany(backend.database, 1n)
  const admin = await addUser(backend.database, { companyId })
  const change = (name: string, reason: string) =>
    ask(
      `mutation ($id: ID!, $reason: String!) { ${name}(companyId: $id, reason: $reason) { id suspendedAt suspensionReason } }`,
      { id: companyId, reason },
    )
  const { redis, clock, logger } = backend.resources
  const announced: string[] = []
  const subscription = createSubscribeToKeyEnds({ redis, clock, logger })(
    () => undefined,
    (id) => announced.push(id),
  )
  try {
    expect(codesOf(await change('suspendCompany', ' '))).toEqual(['BAD_USER_INPUT'])
    const suspend = async () => {
      await change('suspendCompany', 'stolen cards')
      return announced.includes(companyId)
    }
    await waitUntil(suspend, { withinMs: 30_000, what: 'the change is published' })
  } finally {
    subscription.close()
  }
  const read = async () =>
    (
      await backend.ask('query ($id: ID!) { company(companyId: $id) { suspendedAt suspensionReason } }', {
        user: admin,
        variables: { id: companyId },
      })
    ).data?.['company']
  expect(await read()).toEqual({
    suspendedAt: expect.any(String) as string,
    suspensionReason: 'stolen cards',
  })
  const byAdmin = await backend.ask(
    'mutation ($id: ID!) { resumeCompany(companyId: $id, reason: "please") { id } }',
    { user: admin, variables: { id: companyId } },
  )
  expect(codesOf(byAdmin)).toEqual(['FORBIDDEN'])
  expect((await change('resumeCompany', 'settled')).data?.['resumeCompany']).toMatchObject({
    suspendedAt: null,
  })
  expect(await read()).toEqual({ suspendedAt: null, suspensionReason: null })
  const unknown = await ask(
    'mutation { suspendCompany(companyId: "0197a1de-0000-7000-8000-00000000d399", reason: "x") { id } }',
  )
  expect(codesOf(unknown)).toEqual(['NOT_FOUND'])
})

describe('allowance', () => {
  let admin: User
  let companyId: string

  beforeEach(async () => {
    companyId = await addCompany(backend.database, 0n)
    admin = await addUser(backend.database, { companyId })
  })

  const fields = `modelWorkCredits modelWorkSpent modelWorkLeft modelWorkRenewsAt isModelWorkWaiting
    documentsPerDay documentsToday documentBytesPerDay documentBytesToday documentsRenewAt`
  const read = async () =>
    (
      await backend.ask(`query ($id: ID!) { allowance(companyId: $id) { ${fields} } }`, {
        user: admin,
        variables: { id: companyId },
      })
    ).data?.['allowance']
  const grant = (words: string, user = superAdmin) =>
    backend.ask(`mutation ($id: ID!) { setCompanyAllowance(companyId: $id, ${words}) { ${fields} } }`, {
      user,
      variables: { id: companyId },
    })

  test('an admin sees the company’s allowance, how much of it is used, and when it renews', async () => {
    await addPlatformCall(backend, { concernedCompanyId: companyId, chargedMicros: 15_500_000n })
    await seedDocument(backend.postgres, { companyId, text: 'ten bytes.' })
    const now = new Date()
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
    expect(await read()).toEqual({
      modelWorkCredits: '40.000000',
      modelWorkSpent: '15.500000',
      modelWorkLeft: '24.500000',
      modelWorkRenewsAt: new Date(Date.UTC(year, month + 1)).toISOString(),
      isModelWorkWaiting: false,
      documentsPerDay: 1_000,
      documentsToday: 1,
      documentBytesPerDay: 1_073_741_824,
      documentBytesToday: 10,
      documentsRenewAt: new Date(Date.UTC(year, month, now.getUTCDate() + 1)).toISOString(),
    })
  })

  test('a super admin grants a larger allowance, which resumes waiting work; omitted values follow the plan', async () => {
    await backend.postgres.query(
      `insert into company_allowances (company_id, model_work_waits_until) values ($1, now() + interval '10 minutes')`,
      [companyId],
    )
    expect(await read()).toMatchObject({ isModelWorkWaiting: true })
    const granted = await grant(
      'modelWorkCredits: "60.5", documentBytesPerDay: 5000000000, reason: "ticket 41"',
    )
    expect(granted.data?.['setCompanyAllowance']).toMatchObject({
      modelWorkCredits: '60.500000',
      isModelWorkWaiting: false,
      documentsPerDay: 1_000,
      documentBytesPerDay: 5_000_000_000,
    })
    expect((await grant('documentsPerDay: 3, reason: "ticket 42"')).errors).toBeUndefined()
    expect(await read()).toMatchObject({
      modelWorkCredits: '40.000000',
      documentsPerDay: 3,
      documentBytesPerDay: 1_073_741_824,
    })
    expect(codesOf(await grant('documentsPerDay: 3, reason: " "'))).toEqual(['BAD_USER_INPUT'])
    expect(codesOf(await grant('modelWorkCredits: "many", reason: "x"'))).toEqual(['BAD_USER_INPUT'])
    expect(codesOf(await grant('documentsPerDay: 3, reason: "mine"', admin))).toEqual(['FORBIDDEN'])
  })

  test('a plan sets the allowance of its companies, at its creation and later', async () => {
    const made = await backend.ask(
      `mutation { createPlan(input: { name: "P", credits: 1, price: 1, currency: "eur", sortOrder: 1, billingMode: PREPAID,
         modelWorkCredits: 75.5, documentsPerDay: 20 }) { id modelWorkCredits documentsPerDay documentBytesPerDay } }`,
      { user: superAdmin },
    )
    const plan = made.data?.['createPlan'] as { id: string }
    expect(plan).toMatchObject({ modelWorkCredits: 75.5, documentsPerDay: 20, documentBytesPerDay: null })
    await backend.postgres.query(
      `insert into subscriptions (id, company_id, plan_id, status, is_active, provider_subscription_id, event_created_at, event_rank)
       values (gen_random_uuid(), $1, $2, 'ACTIVE', true, 'sub_allowance', now(), 0)`,
      [companyId, plan.id],
    )
    expect(await read()).toMatchObject({ modelWorkCredits: '75.500000', documentsPerDay: 20 })
    const change = (words: string) =>
      backend.ask(`mutation ($id: ID!) { setPlanAllowance(planId: $id, ${words}) { modelWorkCredits } }`, {
        user: superAdmin,
        variables: { id: plan.id },
      })
    expect((await change('modelWorkCredits: 80')).data).toEqual({
      setPlanAllowance: { modelWorkCredits: 80 },
    })
    expect(await read()).toMatchObject({ modelWorkCredits: '80.000000', documentsPerDay: 1_000 })
    expect(codesOf(await change('modelWorkCredits: -1'))).toEqual(['BAD_USER_INPUT'])
    expect(codesOf(await change('documentBytesPerDay: 0.5'))).toEqual(['BAD_USER_INPUT'])
  })
})
