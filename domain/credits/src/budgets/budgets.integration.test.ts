import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addAliases, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { budgetsMax } from './budget.ts'
import { type BudgetSetting, deleteBudget, setBudget } from './change-budgets.ts'
import { readBudgets } from './read-budgets.ts'

let open: OpenTestDatabase
let announced: string[] = []
const ids = createIds(createSystemClock())
const by = { actor: { kind: 'user', id: ids.uuid() } } as const

beforeAll(async () => {
  open = await openTestDatabase()
  await addAliases(open.database, 'http://127.0.0.1:1/v1')
})
afterAll(() => open[Symbol.asyncDispose]())

const deps = () => ({
  databases: open.databases,
  ids,
  announceCompanyChange: async (companyId: string) => announced.push(companyId) > 0,
})

async function aCompany() {
  const companyId = await addCompany(open.database, 0n)
  const { key } = await addKey(open.database, { companyId })
  announced = []
  const set = (changes: Partial<BudgetSetting> = {}) =>
    setBudget(
      deps(),
      { companyId, scope: 'COMPANY', keyId: null, alias: null, isHard: true, limitMicros: 100n, ...changes },
      by,
    )
  const spend = (keyId: string, alias: string, { micros, day }: { micros: bigint; day: string }) =>
    open.postgres.query(
      `insert into usage_rollups values ($1, $2, $3, ((${day}) at time zone 'utc')::date, 1, 0, 0, 0, 0, $4)`,
      [companyId, keyId, alias, micros],
    )
  return { companyId, keyId: key.id, set, spend }
}

function auditOf(subjectId: string) {
  return open.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'company_id', 'details'])
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()
}

test('a budget is set, changed and deleted, each with an audit entry and an announcement', async () => {
  const { companyId, set } = await aCompany()
  const id = await set()
  expect(await set({ limitMicros: 2_000_000n })).toBe(id)
  expect(await readBudgets(open.postgres, { companyId })).toMatchObject([
    {
      id,
      scope: 'COMPANY',
      keyId: null,
      alias: null,
      isHard: true,
      limitMicros: 2_000_000n,
      spentMicros: 0n,
    },
  ])
  await deleteBudget(deps(), { companyId, budgetId: id }, by)
  expect(await readBudgets(open.postgres, { companyId })).toEqual([])
  expect(announced).toEqual([companyId, companyId, companyId])
  const entry = { actor_id: by.actor.id, company_id: companyId }
  const details = { scope: 'COMPANY', enforcement: 'HARD' }
  expect(await auditOf(id)).toMatchObject([
    { ...entry, action: 'budget.set', details: { ...details, credits: '0.000100' } },
    { ...entry, action: 'budget.set', details: { ...details, credits: '2.000000', before: '0.000100' } },
    { ...entry, action: 'budget.delete', details: { ...details, credits: '2.000000' } },
  ])
})

test('each budget shows what was charged this month for what it limits', async () => {
  const { companyId, keyId, set, spend } = await aCompany()
  const alias = 'svc/chat-default'
  await set()
  await set({ isHard: false })
  await set({ scope: 'ALIAS', alias })
  await set({ scope: 'KEY', keyId, isHard: false })
  const month = "date_trunc('month', now() at time zone 'utc') at time zone 'utc'"
  await spend(keyId, alias, { micros: 1n, day: month })
  await spend(keyId, 'svc/chat-cheap', { micros: 20n, day: 'now()' })
  await spend(ids.uuid(), alias, { micros: 300n, day: 'now()' })
  await spend(keyId, alias, { micros: 4_000n, day: `${month} - interval '1 day'` })
  const other = await aCompany()
  await other.spend(other.keyId, alias, { micros: 50_000n, day: 'now()' })
  const budgets = await readBudgets(open.postgres, { companyId })
  expect(budgets.map(({ scope, isHard, spentMicros }) => [scope, isHard, spentMicros])).toEqual([
    ['COMPANY', true, 321n],
    ['COMPANY', false, 321n],
    ['ALIAS', true, 301n],
    ['KEY', false, 21n],
  ])
  const [first] = budgets
  expect(await readBudgets(open.postgres, { companyId, budgetId: first?.id ?? '' })).toEqual([first])
})

test('keys and budgets of another company are answered as if they did not exist', async () => {
  const [mine, other] = [await aCompany(), await aCompany()]
  const budgetId = await mine.set()
  const foreign = { scope: 'KEY', keyId: mine.keyId, isHard: false } as const
  await expect(other.set(foreign)).rejects.toMatchObject({ code: 'budgets.key_not_found' })
  await expect(deleteBudget(deps(), { companyId: other.companyId, budgetId }, by)).rejects.toMatchObject({
    code: 'budgets.not_found',
  })
  expect(await readBudgets(open.postgres, { companyId: other.companyId, budgetId })).toEqual([])
  expect(await readBudgets(open.postgres, { companyId: mine.companyId })).toHaveLength(1)
})

test('an unknown alias, an unknown company and an impossible amount are refused, and nothing is announced', async () => {
  const { set, companyId } = await aCompany()
  await expect(set({ scope: 'ALIAS', alias: 'svc/none' })).rejects.toMatchObject({
    code: 'budgets.alias_unknown',
  })
  await expect(set({ companyId: ids.uuid() })).rejects.toMatchObject({ code: 'budgets.company_not_found' })
  await expect(set({ limitMicros: undefined })).rejects.toMatchObject({ code: 'budgets.limit' })
  expect(announced).toEqual([])
  expect(await readBudgets(open.postgres, { companyId })).toEqual([])
})

test('a company has a limited number of budgets; existing ones can still be changed', async () => {
  const { companyId, set } = await aCompany()
  const alias = 'svc/chat-default'
  await set()
  const keys = Array.from({ length: budgetsMax - 1 }, () => ids.uuid())
  await open.postgres.query(
    `with keys as (
       insert into api_keys (id, company_id, name, hint, key_hash, pepper_id, scopes, rpm_limit, tpm_limit)
       select id, $1, 'many', 'abcd', sha256(id::text::bytea), 1, '{inference:chat}', 1, 1 from unnest($2::uuid[]) as u (id)
     )
     insert into budgets (id, company_id, scope, key_id, is_hard, limit_micros)
     select gen_random_uuid(), $1, 'KEY', id, false, 1 from unnest($2::uuid[]) as u (id)`,
    [companyId, keys],
  )
  await expect(set({ scope: 'ALIAS', alias })).rejects.toMatchObject({ code: 'budgets.too_many' })
  expect(await set({ limitMicros: 5n })).toBeDefined()
})
