import { randomUUID } from 'node:crypto'
import type { User } from '@gatehouse/identity/users'
import { createSubscribeToKeyEnds } from '@gatehouse/keys/key-end-channel'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
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

const fields = 'id scope keyId alias enforcement credits spentThisMonth share'
const set = (variables: Record<string, unknown>, user = admin) =>
  backend.ask(
    `mutation ($companyId: ID!, $scope: BudgetScope!, $keyId: ID, $alias: String, $enforcement: BudgetEnforcement!, $credits: String!) {
       setBudget(companyId: $companyId, scope: $scope, keyId: $keyId, alias: $alias, enforcement: $enforcement, credits: $credits) { ${fields} } }`,
    {
      user,
      variables: { companyId, scope: 'COMPANY', enforcement: 'HARD', credits: '2', ...variables },
    },
  )
const list = async () => {
  const body = await backend.ask(`query ($id: ID!) { budgets(companyId: $id) { ${fields} } }`, {
    user: admin,
    variables: { id: companyId },
  })
  return body.data?.['budgets']
}
const remove = (budgetId: string) =>
  backend.ask(
    `mutation ($companyId: ID!, $budgetId: ID!) { deleteBudget(companyId: $companyId, budgetId: $budgetId) { id } }`,
    { user: admin, variables: { companyId, budgetId } },
  )

test('an admin sets, reads, changes and deletes a budget, and gateways are notified', async () => {
  const notified: string[] = []
  using cleanUp = new DisposableStack()
  const { redis, clock, logger } = backend.resources
  const subscription = createSubscribeToKeyEnds({ redis, clock, logger })(
    () => undefined,
    (id) => notified.push(id),
  )
  cleanUp.defer(() => subscription.close())
  await backend.postgres.query(
    `insert into usage_rollups values ($1, $2, 'svc/chat-default', (now() at time zone 'utc')::date, 1, 0, 0, 0, 0, 500000)`,
    [companyId, randomUUID()],
  )
  const made = (await set({})).data?.['setBudget'] as { id: string } | undefined
  const id = made?.id ?? ''
  await waitUntil(
    async () => {
      await set({ credits: '1' })
      return notified.includes(companyId)
    },
    { withinMs: 30_000, what: 'the change is announced' },
  )
  const budget = { id, scope: 'COMPANY', keyId: null, alias: null, enforcement: 'HARD', credits: '1.000000' }
  expect(await list()).toEqual([{ ...budget, spentThisMonth: '0.500000', share: 0.5 }])
  expect((await remove(id)).data).toEqual({ deleteBudget: { id } })
  expect(await list()).toEqual([])
  expect(codesOf(await remove(id))).toEqual(['NOT_FOUND'])
})

test('budgets of an alias and soft budgets of a key stand beside the others', async () => {
  const { key } = await addKey(backend.database, { companyId })
  const alias = 'svc/chat-cheap'
  expect((await set({ scope: 'ALIAS', alias })).data?.['setBudget']).toMatchObject({ scope: 'ALIAS', alias })
  const soft = { scope: 'KEY', keyId: key.id, enforcement: 'SOFT' }
  expect((await set(soft)).data?.['setBudget']).toMatchObject(soft)
  expect(await list()).toHaveLength(2)
})

test.each([
  ['a negative amount', { credits: '-1' }, 'credits'],
  ['an amount that is not one', { credits: 'much' }, 'credits'],
  ['an unknown alias', { scope: 'ALIAS', alias: 'svc/none' }, 'alias'],
  ['a scope without its object', { scope: 'ALIAS' }, 'alias'],
  ['a hard budget of a key, which is its cap', { scope: 'KEY', keyId: randomUUID() }, 'enforcement'],
])('%s is refused, and the input is named', async (_name, variables, input) => {
  const { errors } = await set(variables)
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', input } }])
  expect(errors?.[0]?.message).not.toMatch(/[A-Z]{3}/)
})

test('a key of another company does not exist, and members may not set budgets', async () => {
  const other = await addCompany(backend.database, 0n)
  const { key } = await addKey(backend.database, { companyId: other })
  const foreign = { scope: 'KEY', keyId: key.id, enforcement: 'SOFT' }
  expect(codesOf(await set(foreign))).toEqual(['NOT_FOUND'])
  const member = await addUser(backend.database, { companyId, role: 'MEMBER' })
  expect(codesOf(await set({}, member))).toEqual(['FORBIDDEN'])
})
