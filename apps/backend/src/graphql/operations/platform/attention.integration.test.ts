import { oneShard } from '@gatehouse/postgres/shards'
import { freezeAccount } from '@gatehouse/credits/freeze-account'
import type { User } from '@gatehouse/identity/users'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany, addKey, addPlatformCall } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { seedNotice, seedParkedCall } from '../../../testing/seed-company.ts'
import { seedFailedTasks } from '../../../testing/seed-failed-tasks.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let superAdmin: User

beforeAll(async () => {
  backend = await startTestBackend()
  superAdmin = await addUser(backend.database, { isSuperAdmin: true })
})
afterAll(() => backend[Symbol.asyncDispose]())

const ids = createIds(createSystemClock())
const ask = (query: string, user = superAdmin) => backend.ask(query, { user })

type Item = { kind: string; text: string; subjectKind: string; subjectId: string | null }

const listFor = async (companyId: string, user: User) => {
  const { data } = await ask(
    `{ attention(companyId: "${companyId}") { kind text since subjectKind subjectId } }`,
    user,
  )
  return data?.['attention'] as Item[]
}

test('an admin sees what needs attention in the company, and nothing of other companies', async () => {
  const companyId = await addCompany(backend.database, 5_000_000n)
  const admin = await addUser(backend.database, { companyId })
  expect(await listFor(companyId, admin)).toEqual([])
  const { key } = await addKey(backend.database, {
    companyId,
    name: 'nightly',
    expiresAt: new Date(Date.now() + 86_400_000),
  })
  await seedParkedCall(backend.postgres, { companyId, keyId: key.id })
  await backend.postgres.query({
    text: `insert into invoices (id, company_id, status, currency, total_minor, number, attempt_count)
           values ($1, $2, 'OPEN', 'eur', 100, 'INV-7', 1)`,
    values: [ids.uuid(), companyId],
  })
  await freezeAccount({ databases: oneShard(backend.database), ids }, companyId, 'the ledger does not add up')
  const items = await listFor(companyId, admin)
  expect(items.map(({ kind }) => kind)).toEqual([
    'COMPANY_PAUSED',
    'PAYMENT_FAILED',
    'KEY_EXPIRING',
    'CALLS_PARKED',
  ])
  expect(items).toMatchObject([
    { subjectKind: 'company', subjectId: companyId },
    { text: 'The invoice INV-7 is not paid. Open it and complete the payment.' },
    { text: 'The key nightly expires within a week. Rotate it.', subjectKind: 'key', subjectId: key.id },
    { subjectKind: 'call', subjectId: null },
  ])
  const poor = await addCompany(backend.database, 0n)
  expect(await listFor(poor, superAdmin)).toMatchObject([{ kind: 'BALANCE_LOW', subjectId: poor }])
})

test('super admins see paused companies, parked calls and failed tasks of all companies', async () => {
  const companyId = await addCompany(backend.database, 1n)
  await freezeAccount({ databases: oneShard(backend.database), ids }, companyId, 'the ledger does not add up')
  await seedFailedTasks(backend.postgres, { companyId, count: 2 })
  const { data } = await ask('{ adminAttention { kind text since subjectKind subjectId } }')
  const items = data?.['adminAttention'] as Item[]
  expect(items).toContainEqual(expect.objectContaining({ kind: 'COMPANY_PAUSED', subjectId: companyId }))
  expect(items).toContainEqual(
    expect.objectContaining({
      kind: 'TASKS_FAILED',
      text: '2 background tasks failed permanently. Read why, then replay.',
    }),
  )
})

test('mails are listed without their texts, by company and status, page by page', async () => {
  const companyId = await addCompany(backend.database, 0n)
  const admins = [
    await addUser(backend.database, { companyId }),
    await addUser(backend.database, { companyId }),
  ]
  await seedNotice(backend.postgres, companyId)
  type Page = { nodes: { recipient: string }[]; endCursor: string; hasNextPage: boolean }
  const list = async (words: string) =>
    (
      await ask(`{ mails(companyId: "${companyId}", ${words}) { hasNextPage endCursor
        nodes { recipient status template subject companyId } } }`)
    ).data?.['mails'] as Page
  const first = await list('status: QUEUED, first: 1')
  expect(first).toMatchObject({ nodes: [{ status: 'QUEUED', companyId }], hasNextPage: true })
  const second = await list(`first: 1, after: "${first.endCursor}"`)
  expect(second.hasNextPage).toBe(false)
  expect([...first.nodes, ...second.nodes].map(({ recipient }) => recipient).sort()).toEqual(
    admins.map(({ email }) => email).sort(),
  )
  expect((await list('status: SENT')).nodes).toEqual([])
})

test('the cost of the platform for a company is summed by model', async () => {
  const companyId = await addCompany(backend.database, 0n)
  const { database, postgres } = backend
  await addPlatformCall({ database, postgres }, { concernedCompanyId: companyId, chargedMicros: 30n })
  await addPlatformCall({ database, postgres }, { concernedCompanyId: companyId, chargedMicros: 12n })
  const read = (words = '') =>
    ask(`{ platformCost(companyId: "${companyId}"${words}) { model requests failedRequests promptTokens
      completionTokens credits } }`)
  expect((await read()).data).toEqual({
    platformCost: [
      {
        model: 'svc/extract-default',
        requests: 2,
        failedRequests: 0,
        promptTokens: 200,
        completionTokens: 100,
        credits: '0.000042',
      },
    ],
  })
  const tooLong = await read(', from: "2020-01-01T00:00:00Z"')
  expect(codesOf(tooLong)).toEqual(['BAD_USER_INPUT'])
})
