import type { User } from '@gatehouse/identity/users'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany, addPlatformCall } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedDocument } from '../../../testing/seed-document.ts'
import { codesOf } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let superAdmin: User
let admin: User
let companyId: string

beforeAll(async () => {
  backend = await startTestBackend({ MODEL_WORK_CREDITS_PER_MONTH: '40' })
  superAdmin = await addUser(backend.database, { isSuperAdmin: true })
})
afterAll(() => backend[Symbol.asyncDispose]())
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
  expect((await change('modelWorkCredits: 80')).data).toEqual({ setPlanAllowance: { modelWorkCredits: 80 } })
  expect(await read()).toMatchObject({ modelWorkCredits: '80.000000', documentsPerDay: 1_000 })
  expect(codesOf(await change('modelWorkCredits: -1'))).toEqual(['BAD_USER_INPUT'])
  expect(codesOf(await change('documentBytesPerDay: 0.5'))).toEqual(['BAD_USER_INPUT'])
})
