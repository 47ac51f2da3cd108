import { freezeAccount } from '@gatehouse/credits/freeze-account'
import type { User } from '@gatehouse/identity/user'
import { addUser } from '@gatehouse/testkit/furnish-backend'
import { addCompany, addKey } from '@gatehouse/testkit/furnish-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let superAdmin: User

beforeAll(async () => {
  backend = await startTestBackend()
  superAdmin = await addUser(backend.database, { isSuperAdmin: true })
})
afterAll(() => backend[Symbol.asyncDispose]())

const ask = (query: string, variables: Record<string, unknown> = {}) =>
  backend.ask(query, { user: superAdmin, variables })

type Connection = { nodes: Record<string, unknown>[]; endCursor: string; hasNextPage: boolean }

test('a company is made, found by its name whatever signs are in it, and listed page by page', async () => {
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

test('the audit log of a company has its own entries and no others, newest first', async () => {
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

test('a pause is shown with its reason, and lifted with one that stays in the audit log', async () => {
  const companyId = await addCompany(backend.database, 1n)
  await freezeAccount({ ...backend.resources, database: backend.database }, companyId, 'I1: off by 3')
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
