import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addAliases, addCompany, addKey } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCompany } from '../company.ts'
import type { AlertKind } from './alert-rule.ts'
import { deleteAlertRule, setAlertRule, testAlertRule } from './change-alert-rules.ts'
import { type EvaluateDeps, evaluateAlerts } from './evaluate-alerts.ts'
import { listAlertRules, listAlerts } from './list-alerts.ts'

const ids = createIds(createSystemClock())
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const by = { actor: { kind: 'user', id: ids.uuid() } } as const
let open: OpenTestDatabase
let deps: EvaluateDeps & Pick<OpenTestDatabase, 'databases'>
let companyId: string

beforeAll(async () => {
  open = await openTestDatabase({ poolSizeMax: 8 })
  const queue = createTaskQueue({ postgres: open.postgres, logger, ids, kinds: [sendMailTask] })
  await queue.prepare()
  await addAliases(open.database, 'http://127.0.0.1:1/v1')
  deps = {
    shards: open.shards,
    databases: open.databases,
    logger,
    ids,
    queue,
    consoleUrl: 'https://console.example',
  }
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  companyId = await addCompany(open.database, 5_000_000n)
  await addUser(open.database, { companyId })
})

const set = (kind: AlertKind, threshold: bigint, changes: { ruleId?: string; isMuted?: boolean } = {}) =>
  setAlertRule(deps, { companyId, ruleId: null, kind, threshold, isMuted: false, ...changes }, by)
const evaluate = async () => {
  const { failures } = await evaluateAlerts(deps, new AbortController().signal)
  expect(failures).toEqual([])
}
const history = () => listAlerts(open.database, { companyId, limit: 100 })
const mails = () =>
  open.database
    .selectFrom('mails')
    .select(['subject', 'text_body'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
const spend = (micros: bigint, day = 'now()', keyId = ids.uuid()) =>
  open.postgres.query(
    `insert into usage_rollups values ($1, $2, 'svc/chat-default', (${day} at time zone 'utc')::date, 1, 0, 0, 0, 0, $3)`,
    [companyId, keyId, micros],
  )
const grant = (micros: bigint) =>
  open.postgres.query(
    `select * from post_transfer($1, $2, 'COMPANY', 'PROVIDER_CASH', 'PACK_PURCHASE', $3, $4, 'BOUGHT')`,
    [ids.uuid(), companyId, micros, `pack:${ids.uuid()}`],
  )

const addEndpoint = () =>
  open.postgres.query(
    `insert into event_endpoints (id, company_id, url, sealed_secret, sealed_by) values ($1, $2, 'https://receiver.example', '', 'test')`,
    [ids.uuid(), companyId],
  )
const events = () =>
  open.database
    .selectFrom('outgoing_events')
    .select(['type', 'data'])
    .where('company_id', '=', companyId)
    .execute()

test('a crossing is mailed once, by however many workers, and again after the value has come back', async () => {
  const ruleId = await set('BALANCE_BELOW', 10_000_000n)
  await addEndpoint()
  await Promise.all(Array.from({ length: 4 }, evaluate))
  await evaluate()
  expect(await mails()).toHaveLength(1)
  const sent = await events()
  expect(sent.map(({ type }) => type)).toEqual(['balance.low'])
  expect(JSON.parse(String(sent[0]?.data))).toMatchObject({
    ruleId,
    threshold: '10.000000',
    value: '5.000000',
    isTest: false,
  })
  const [mail] = await mails()
  expect(mail?.subject).toMatch(/^The balance is below 10 credits \(/)
  expect(mail?.text_body).toContain('Your company has 5 credits left.')
  expect(mail?.text_body).toContain(`https://console.example/c/${companyId}/profile/billing`)
  expect(await history()).toMatchObject([{ ruleId, value: '5.000000', isTest: false, endedAt: null }])
  expect(await listAlertRules(open.database, { companyId })).toMatchObject([{ id: ruleId, crossings: 1 }])

  await grant(20_000_000n)
  await evaluate()
  expect(await history()).toMatchObject([{ endedAt: expect.any(Date) as Date }])
  await open.postgres.query('update credit_accounts set balance_micros = 1 where owner_id = $1', [companyId])
  await evaluate()
  expect(await mails()).toHaveLength(2)
})

test('each kind of rule is evaluated with the figures of the company', async () => {
  const { key } = await addKey(open.database, { companyId })
  await open.postgres.query(
    `update api_keys set monthly_credit_cap_micros = 1000000, expires_at = now() + interval '2 days' where id = $1`,
    [key.id],
  )
  for (let age = 1; age <= 7; age += 1) await spend(1_000_000n, `(now() - ${age} * interval '1 day')`)
  await spend(4_000_000n, 'now()', key.id)
  await open.postgres.query(
    `insert into budgets (id, company_id, scope, alias, is_hard, limit_micros)
     values ($1, $2, 'ALIAS', 'svc/chat-default', false, 100000000000)`,
    [ids.uuid(), companyId],
  )
  await open.postgres.query(
    `insert into calls (id, company_id, key_id, alias, operation, status, reason, prompt_tokens, cached_tokens, completion_tokens,
                        charged_micros, held_micros, balance_after_micros, duration_ms)
     select uuid_now(n), $1, $2, 'svc/chat-default', 'chat', (case when n <= 15 then 'FAILED' else 'SUCCEEDED' end)::call_status,
            case when n <= 15 then 'upstream' end, 0, 0, 0, 0, 0, 0, 1 from generate_series(1, 20) n`,
    [companyId, key.id],
  )
  const thresholds: [AlertKind, bigint][] = [
    ['DAYS_LEFT_BELOW', 30n],
    ['DAILY_SPEND_ABOVE', 3_000_000n],
    ['BUDGET_SHARE_REACHED', 100n],
    ['FAILURE_SHARE_ABOVE', 50n],
    ['KEY_EXPIRES_WITHIN', 7n],
    ['SPEND_UNUSUAL', 300n],
  ]
  for (const [kind, threshold] of thresholds) await set(kind, threshold)
  await evaluate()
  const alerts = await history()
  expect(alerts.map(({ kind }) => kind).toSorted()).toEqual(thresholds.map(([kind]) => kind).toSorted())
  expect(alerts.find(({ kind }) => kind === 'BUDGET_SHARE_REACHED')).toMatchObject({
    value: '400',
    text: expect.stringContaining('400 % of the monthly cap of the key') as string,
  })
  expect(alerts.find(({ kind }) => kind === 'FAILURE_SHARE_ABOVE')).toMatchObject({ value: '75' })
  expect(alerts.find(({ kind }) => kind === 'SPEND_UNUSUAL')).toMatchObject({ value: '400' })
  expect(alerts.find(({ kind }) => kind === 'DAILY_SPEND_ABOVE')).toMatchObject({ value: '4.000000' })
})

test('muted and deleted rules send nothing, and a changed threshold is judged anew', async () => {
  const ruleId = await set('BALANCE_BELOW', 10_000_000n, { isMuted: true })
  await evaluate()
  expect(await history()).toEqual([])
  await set('BALANCE_BELOW', 10_000_000n, { ruleId })
  await evaluate()
  await set('BALANCE_BELOW', 20_000_000n, { ruleId })
  await evaluate()
  expect(await history()).toHaveLength(2)
  await deleteAlertRule(deps, { companyId, ruleId }, by)
  await evaluate()
  expect(await history()).toMatchObject([
    { ruleId: null, endedAt: expect.any(Date) as Date },
    { ruleId: null, endedAt: expect.any(Date) as Date },
  ])
  const { rows } = await open.postgres.query(
    `select action, count(*)::int from audit_log where company_id = $1 and subject_kind = 'alert_rule' group by action order by action`,
    [companyId],
  )
  expect(rows).toEqual([
    { action: 'alert_rule.delete', count: 1 },
    { action: 'alert_rule.set', count: 3 },
  ])
})

test('a test alert is mailed as an alert is, does not count as a crossing, and is limited', async () => {
  const ruleId = await set('BALANCE_BELOW', 1n)
  const alertId = await testAlertRule(deps, { companyId, ruleId }, by)
  expect(await mails()).toMatchObject([{ subject: expect.stringMatching(/^Test of an alert \(/) as string }])
  expect(await history()).toMatchObject([{ id: alertId, isTest: true, value: null }])
  expect(await listAlertRules(open.database, { companyId })).toMatchObject([
    { crossings: 0, crossedAt: null },
  ])
  for (let more = 0; more < 9; more += 1) await testAlertRule(deps, { companyId, ruleId }, by)
  await expect(testAlertRule(deps, { companyId, ruleId }, by)).rejects.toMatchObject({
    code: 'alerts.tests_too_many',
  })
})

test('rules of another company do not exist, equal rules are one rule, a kind cannot be changed, and the 51st rule is refused', async () => {
  const ruleId = await set('BALANCE_BELOW', 1n)
  expect(await set('BALANCE_BELOW', 1n)).toBe(ruleId)
  await expect(set('DAILY_SPEND_ABOVE', 1n, { ruleId })).rejects.toMatchObject({ code: 'alerts.kind_fixed' })
  const otherId = await set('BALANCE_BELOW', 2n)
  await expect(set('BALANCE_BELOW', 1n, { ruleId: otherId })).rejects.toMatchObject({
    code: 'alerts.rule_exists',
  })
  for (let threshold = 3n; threshold <= 50n; threshold += 1n) await set('BALANCE_BELOW', threshold)
  await expect(set('BALANCE_BELOW', 51n)).rejects.toMatchObject({ code: 'alerts.too_many' })
  companyId = await addCompany(open.database, 0n)
  const unknown = { code: 'alerts.rule_not_found' }
  await expect(set('BALANCE_BELOW', 5n, { ruleId })).rejects.toMatchObject(unknown)
  await expect(deleteAlertRule(deps, { companyId, ruleId }, by)).rejects.toMatchObject(unknown)
  await expect(testAlertRule(deps, { companyId, ruleId }, by)).rejects.toMatchObject(unknown)
})

test('a new company has rules for its balance and its budgets', async () => {
  const company = await createCompany(deps, { name: 'New', billingMode: 'PREPAID' }, by)
  const rules = await listAlertRules(open.database, { companyId: company.id })
  expect(rules.map(({ kind, threshold }) => [kind, threshold])).toEqual([
    ['DAYS_LEFT_BELOW', 7n],
    ['BUDGET_SHARE_REACHED', 80n],
    ['BUDGET_SHARE_REACHED', 100n],
  ])
})
