import { oneShard } from '@gatehouse/postgres/shards'
import { type BudgetSetting, deleteBudget, setBudget } from '@gatehouse/credits/change-budgets'
import { createAnnounceCompanyChange } from '@gatehouse/keys/key-end-channel'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readError } from '../testing/read-error.ts'
import { type TestGateway, startTestGateway } from '../testing/start-test-gateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway({ environment: { CONSOLE_URL: 'https://console.example' } })
})
afterAll(() => gateway[Symbol.asyncDispose]())

const by = { actor: { kind: 'operator', id: 'test' } } as const
const messages = [{ role: 'user', content: 'Hello' }]
// A call costs 1,910 micro-credits.
const usage = { exact: { promptTokens: 1_000, completionTokens: 200, cachedTokens: 100 } }

function deps() {
  const { redis, logger, ids } = gateway.resources
  return {
    databases: oneShard(gateway.database),
    ids,
    announceCompanyChange: createAnnounceCompanyChange({ redis, logger }),
  }
}

function set(changes: Partial<BudgetSetting>) {
  const { companyId } = gateway
  const target = { companyId, scope: 'COMPANY', keyId: null, alias: null, isHard: true } as const
  return setBudget(deps(), { ...target, limitMicros: 0n, ...changes }, by)
}

const call = (model: string, headers: Record<string, string> = {}) =>
  gateway.post('/chat/completions', { model, messages }, { ...gateway.headers(), ...headers })

const becomes = (model: string, status: number) =>
  waitUntil(
    async () => {
      const response = await call(model)
      await response.text()
      return response.status === status
    },
    { withinMs: 5_000, what: `calls of ${model} get ${status}` },
  )

async function remove(budgetId: string, model: string) {
  await deleteBudget(deps(), { companyId: gateway.companyId, budgetId }, by)
  await becomes(model, 200)
}

test('calls are admitted while the month is below the budget, which may be exceeded by one call', async () => {
  const other = await gateway.addKey()
  const budgetId = await set({ scope: 'ALIAS', alias: 'svc/chat-cheap', limitMicros: 1_000_000n })
  gateway.sim.planNext({ usage }, 1)
  expect((await call('svc/chat-cheap')).status).toBe(200)
  const [row] = (
    await gateway.resources.postgres.query<{ spent: bigint }>(
      `select sum(charged_micros)::bigint as spent from usage_rollups where alias = 'svc/chat-cheap'`,
    )
  ).rows
  const spent = row?.spent ?? 0n
  expect(spent).toBeGreaterThan(0n)
  await set({ scope: 'ALIAS', alias: 'svc/chat-cheap', limitMicros: spent })
  await becomes('svc/chat-cheap', 402)
  const error = await readError(await call('svc/chat-cheap', gateway.headers(other.raw)))
  expect(error).toMatchObject({
    status: 402,
    type: 'insufficient_quota',
    code: 'INSUFFICIENT_CREDITS',
    shouldRetry: 'false',
  })
  expect(JSON.stringify(error)).toMatch(
    /By its monthly budget for svc\/chat-cheap, the company may spend .* Topping up does not help: .* Console: https:\/\/console\.example\//,
  )
  expect((await call('svc/chat-default')).status).toBe(200)
  await remove(budgetId, 'svc/chat-cheap')
})

test('the budget of the company refuses every alias, and a dry run reports it', async () => {
  const budgetId = await set({})
  await becomes('svc/chat-default', 402)
  const error = await readError(await call('svc/chat-cheap'))
  expect(JSON.stringify(error)).toContain(
    'By its monthly budget, the company may spend 0.000000 credits in a month',
  )
  const dry = await (await call('svc/chat-default', { 'x-svc-dry-run': 'true' })).json()
  expect(dry).toMatchObject({
    would_pass: false,
    refusal: { status: 402, error: { code: 'INSUFFICIENT_CREDITS' } },
  })
  expect((dry as { checks: unknown[] }).checks.at(-1)).toEqual({ check: 'company_budget', passed: false })
  await remove(budgetId, 'svc/chat-default')
})

test('a soft budget rejects nothing', async () => {
  await set({ isHard: false })
  const budgetId = await set({ scope: 'ALIAS', alias: 'svc/chat-cheap' })
  // The gateway has read the hard budget, so it has read the soft one as well.
  await becomes('svc/chat-cheap', 402)
  expect((await call('svc/chat-default')).status).toBe(200)
  await remove(budgetId, 'svc/chat-cheap')
})
