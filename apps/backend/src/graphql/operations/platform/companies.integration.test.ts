import { oneShard } from '@gatehouse/postgres/shards'
import { freezeAccount } from '@gatehouse/credits/freeze-account'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import type { User } from '@gatehouse/identity/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { seedCall, seedDocument, seedMatch, seedParkedCall } from '../../../testing/seed-company.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let superAdmin: User

beforeAll(async () => {
  backend = await startTestBackend()
  superAdmin = await addUser(backend.database, { isSuperAdmin: true })
})
afterAll(() => backend[Symbol.asyncDispose]())

const ids = createIds(createSystemClock())
const ask = (query: string, variables: Record<string, unknown> = {}) =>
  backend.ask(query, { user: superAdmin, variables })

async function addUsedCompany() {
  const companyId = await addCompany(backend.database, 5_000_000n)
  const { key } = await addKey(backend.database, { companyId })
  const { key: ended } = await addKey(backend.database, { companyId })
  const admin = await addUser(backend.database, { companyId })
  const revoke = 'mutation ($id: ID!, $key: ID!) { revokeApiKey(companyId: $id, keyId: $key) { id } }'
  await backend.ask(revoke, { user: admin, variables: { id: companyId, key: ended.id } })
  await addUser(backend.database, { companyId, role: 'MEMBER' })
  await seedCall(backend.postgres, { companyId, keyId: key.id })
  return { companyId, keyId: key.id, admin }
}

test('a company is listed with its balance, spending, usable keys, members and state', async () => {
  const { companyId } = await addUsedCompany()
  const { data } = await ask(
    '{ companies(first: 1) { nodes { id name billingMode suspendedAt balance spend30d keys members state } } }',
  )
  expect(data?.['companies']).toMatchObject({
    nodes: [
      {
        id: companyId,
        balance: '4.999990',
        spend30d: '0.000010',
        keys: 1,
        members: 2,
        state: 'ACTIVE',
        suspendedAt: null,
      },
    ],
  })
})

test('each state lists its companies only', async () => {
  const { companyId: active } = await addUsedCompany()
  const [poor, paused, suspended, overdue] = [
    await addCompany(backend.database, 0n),
    await addCompany(backend.database, 1n),
    await addCompany(backend.database, 0n),
    await addCompany(backend.database, 0n),
  ]
  await freezeAccount({ databases: oneShard(backend.database), ids }, paused, 'the ledger does not add up')
  const suspend = 'mutation ($id: ID!) { suspendCompany(companyId: $id, reason: "test") { id } }'
  await ask(suspend, { id: suspended })
  await backend.postgres.query({
    text: `update companies set billing_mode = 'POSTPAID' where id = $1`,
    values: [overdue],
  })
  await backend.postgres.query({
    text: `insert into invoices (id, company_id, status, currency, total_minor, due_at)
           values ($1, $2, 'OPEN', 'eur', 100, now() - interval '1 day')`,
    values: [ids.uuid(), overdue],
  })
  const list = async (state: string) => {
    const { data } = await ask(`{ companies(state: ${state}, first: 100) { nodes { id state } } }`)
    const page = data?.['companies'] as { nodes: { id: string; state: string }[] } | undefined
    return page?.nodes ?? []
  }
  const expected = {
    ACTIVE: active,
    OUT_OF_CREDITS: poor,
    PAUSED: paused,
    SUSPENDED: suspended,
    OVERDUE: overdue,
  }
  for (const [state, id] of Object.entries(expected)) {
    const listed = await list(state)
    expect(listed.map((company) => company.id)).toContain(id)
    expect(new Set(listed.map((company) => company.state))).toEqual(new Set([state]))
  }
})

test('the overview of a company counts what it has', async () => {
  const { companyId, keyId } = await addUsedCompany()
  await seedParkedCall(backend.postgres, { companyId, keyId })
  await seedMatch(backend.postgres, companyId)
  await seedDocument(backend.postgres, { companyId, text: 'Welded pipelines' })
  const overview = `query ($id: ID!) { companyOverview(companyId: $id) { admins planName subscriptionStatus
    lastCallAt parkedCalls jobs talents documents company { id state spend30d } } }`
  expect((await ask(overview, { id: companyId })).data?.['companyOverview']).toMatchObject({
    company: { id: companyId, state: 'ACTIVE', spend30d: '0.000010' },
    admins: 1,
    planName: null,
    lastCallAt: expect.any(String) as string,
    parkedCalls: 1,
    jobs: 1,
    talents: 1,
    documents: 1,
  })
  expect(codesOf(await ask(overview, { id: ids.uuid() }))).toEqual(['NOT_FOUND'])
})

test('the audit log is filtered, and names users by their address, but not super admins to others', async () => {
  const { companyId, admin } = await addUsedCompany()
  await ask('mutation ($id: ID!) { suspendCompany(companyId: $id, reason: "test") { id } }', {
    id: companyId,
  })
  const read = async (filter: string, user = superAdmin) => {
    const { data } = await backend.ask(
      `{ auditLog(companyId: "${companyId}", ${filter}) { nodes { action actorEmail } } }`,
      { user },
    )
    const page = data?.['auditLog'] as { nodes: unknown[] } | undefined
    return page?.nodes
  }
  const revoked = { action: 'key.revoke', actorEmail: admin.email }
  expect(await read('action: "key.revoke"')).toEqual([revoked])
  expect(await read(`actorId: "${admin.id}"`, admin)).toEqual([revoked])
  expect(await read(`subjectKind: "company", subjectId: "${companyId}", first: 1`)).toEqual([
    { action: 'company.suspend', actorEmail: superAdmin.email },
  ])
  expect(await read('action: "company.suspend"', admin)).toEqual([
    { action: 'company.suspend', actorEmail: null },
  ])
  expect(await read('from: "2999-01-01T00:00:00Z"')).toEqual([])
  expect(await read('to: "2000-01-01T00:00:00Z"')).toEqual([])
})
