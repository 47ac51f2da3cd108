import type { User } from '@gatehouse/identity/users'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesOf } from '../../../testing/read-graphql.ts'
import { type TestBackend, startTestBackend } from '../../../testing/start-test-backend.ts'

let backend: TestBackend
let companyId: string
let admin: User

beforeAll(async () => {
  backend = await startTestBackend({ CONSOLE_URL: 'https://console.example' })
  companyId = await addCompany(backend.database, 0n)
  admin = await addUser(backend.database, { companyId })
})
afterAll(() => backend[Symbol.asyncDispose]())

const fields = 'id kind credits days percent isMuted isCrossed crossings crossedAt'
const set = (variables: Record<string, unknown>, user = admin) =>
  backend.ask(
    `mutation ($companyId: ID!, $alertRuleId: ID, $kind: AlertKind!, $credits: String, $days: Int, $percent: Int, $isMuted: Boolean) {
       setAlertRule(companyId: $companyId, alertRuleId: $alertRuleId, kind: $kind, credits: $credits, days: $days, percent: $percent, isMuted: $isMuted) { ${fields} } }`,
    { user, variables: { companyId, ...variables } },
  )
const act = (name: 'deleteAlertRule' | 'testAlert', alertRuleId: string, wanted = 'id') =>
  backend.ask(
    `mutation ($companyId: ID!, $alertRuleId: ID!) { ${name}(companyId: $companyId, alertRuleId: $alertRuleId) { ${wanted} } }`,
    { user: admin, variables: { companyId, alertRuleId } },
  )
const ask = async (query: string) => {
  const body = await backend.ask(`query ($id: ID!) { ${query} }`, {
    user: admin,
    variables: { id: companyId },
  })
  return body.data
}

test('an admin sets, reads, tests, mutes and deletes a rule', async () => {
  const made = (await set({ kind: 'BALANCE_BELOW', credits: '2.5' })).data?.['setAlertRule'] as { id: string }
  const rule = { id: made.id, kind: 'BALANCE_BELOW', credits: '2.500000', days: null, percent: null }
  expect(made).toEqual({ ...rule, isMuted: false, isCrossed: false, crossings: 0, crossedAt: null })
  expect(await ask(`alertRules(companyId: $id) { ${fields} }`)).toEqual({ alertRules: [made] })

  const tested = await act('testAlert', made.id, 'id isTest subject threshold value endedAt')
  expect(tested.data?.['testAlert']).toMatchObject({ isTest: true, threshold: '2.500000', value: null })
  const { rows: mails } = await backend.postgres.query<{ text_body: string }>(
    `select text_body from mails where company_id = $1 and recipient = $2`,
    [companyId, admin.email],
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text_body).toContain(`https://console.example/c/${companyId}/profile/alerts`)
  expect(await ask('alerts(companyId: $id) { nodes { ruleId kind isTest } hasNextPage }')).toEqual({
    alerts: { nodes: [{ ruleId: made.id, kind: 'BALANCE_BELOW', isTest: true }], hasNextPage: false },
  })

  const muted = await set({ alertRuleId: made.id, kind: 'BALANCE_BELOW', credits: '3', isMuted: true })
  expect(muted.data?.['setAlertRule']).toMatchObject({ id: made.id, credits: '3.000000', isMuted: true })
  expect((await act('deleteAlertRule', made.id)).data).toEqual({ deleteAlertRule: { id: made.id } })
  expect(codesOf(await act('testAlert', made.id))).toEqual(['NOT_FOUND'])
  expect(await ask(`alertRules(companyId: $id) { id }`)).toEqual({ alertRules: [] })
})

test('the usual rules are suggested, with a balance for the usage of the company, until they are set', async () => {
  const spend = (age: number, micros: bigint) =>
    backend.postgres.query(
      `insert into usage_rollups values ($1, $1, 'svc/chat-default', (now() at time zone 'utc')::date - $2::int, 1, 0, 0, 0, 0, $3)`,
      [companyId, age, micros],
    )
  await spend(1, 4_000_000n)
  await spend(9, 6_000_000n)
  const suggest = async () => {
    const data = await ask('suggestedAlertRules(companyId: $id) { kind credits days percent reason }')
    return data?.['suggestedAlertRules'] as Record<string, unknown>[]
  }
  const suggested = await suggest()
  expect(suggested.map(({ kind, credits, days, percent }) => [kind, credits ?? days ?? percent])).toEqual([
    ['BALANCE_BELOW', '35.000000'],
    ['DAYS_LEFT_BELOW', 7],
    ['BUDGET_SHARE_REACHED', 80],
    ['FAILURE_SHARE_ABOVE', 20],
    ['KEY_EXPIRES_WITHIN', 14],
  ])
  expect(suggested[0]?.['reason']).toContain('about 5 credits')
  for (const { reason: _, ...rule } of suggested) expect((await set(rule)).errors).toBeUndefined()
  expect(await suggest()).toEqual([])
})

test.each([
  ['a threshold in another unit', { kind: 'BALANCE_BELOW', days: 3 }, 'credits'],
  ['two thresholds', { kind: 'BALANCE_BELOW', credits: '1', days: 3 }, 'days'],
  ['no threshold', { kind: 'DAYS_LEFT_BELOW' }, 'days'],
  ['an amount that is not one', { kind: 'BALANCE_BELOW', credits: 'much' }, 'credits'],
  ['more than 100 percent of a budget', { kind: 'BUDGET_SHARE_REACHED', percent: 101 }, 'percent'],
])('%s is refused, and the input is named', async (_name, variables, input) => {
  const { errors } = await set(variables)
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', input } }])
  expect(errors?.[0]?.message).not.toMatch(/[A-Z]{3}/)
})

test('members may not set rules', async () => {
  const member = await addUser(backend.database, { companyId, role: 'MEMBER' })
  expect(codesOf(await set({ kind: 'DAYS_LEFT_BELOW', days: 3 }, member))).toEqual(['FORBIDDEN'])
  const variables = { id: companyId }
  const asked = await backend.ask('query ($id: ID!) { suggestedAlertRules(companyId: $id) { kind } }', {
    user: member,
    variables,
  })
  expect(codesOf(asked)).toEqual(['FORBIDDEN'])
})
