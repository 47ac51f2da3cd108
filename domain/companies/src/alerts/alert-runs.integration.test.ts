// How runs of the evaluation continue each other, and what changes of rules do while one is in progress.
import { oneShard } from '@gatehouse/postgres/shards'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteAlertRule, setAlertRule } from './change-alert-rules.ts'
import { type EvaluateDeps, evaluateAlerts, evaluateCompany } from './evaluate-alerts.ts'
import { listAlertRules, listAlerts } from './list-alerts.ts'

const ids = createIds(createSystemClock())
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const by = { actor: { kind: 'user', id: ids.uuid() } } as const
let open: OpenTestDatabase
let deps: EvaluateDeps & Pick<OpenTestDatabase, 'databases'>

beforeAll(async () => {
  open = await openTestDatabase({ poolSizeMax: 8 })
  const { postgres, database } = open
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] })
  await queue.prepare()
  deps = {
    shards: oneShard(postgres),
    databases: oneShard(database),
    logger,
    ids,
    queue,
    consoleUrl: 'https://console.example',
  }
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  // Rules of earlier tests would be evaluated too.
  await open.postgres.query('update alert_rules set is_muted = true')
})

type Setting = { threshold?: bigint; ruleId?: string; isMuted?: boolean | null }

async function set(companyId: string, { threshold = 10n, ruleId, isMuted = null }: Setting = {}) {
  const setting = { companyId, ruleId: ruleId ?? null, kind: 'BALANCE_BELOW', threshold, isMuted } as const
  return setAlertRule(deps, setting, by)
}

async function addCrossing(): Promise<string> {
  const companyId = await addCompany(open.database, 5n)
  await set(companyId)
  return companyId
}

const history = (companyId: string) => listAlerts(open.database, { companyId, limit: 100 })
const countAlerts = async (companyIds: readonly string[]) =>
  (await Promise.all(companyIds.map(history))).map(({ length }) => length)
const run = (companiesMax?: number, signal = new AbortController().signal) =>
  evaluateAlerts(deps, signal, companiesMax)

test('a run that reaches its maximum is continued by the next one, also past the last company', async () => {
  await run()
  const companies = [await addCrossing(), await addCrossing(), await addCrossing()].toSorted()
  expect((await run(2)).companies).toBe(2)
  expect(await countAlerts(companies)).toEqual([1, 1, 0])
  expect((await run(2)).companies).toBe(2)
  expect(await countAlerts(companies)).toEqual([1, 1, 1])
  expect((await run()).companies).toBe(3)
  expect(await countAlerts(companies)).toEqual([1, 1, 1])
})

test('a run that is cut off is continued where it stopped', async () => {
  await run()
  const companies = [await addCrossing(), await addCrossing(), await addCrossing()].toSorted()
  for (let time = 0; time < 3; time += 1) {
    const cut = new AbortController()
    const postgres: OpenTestDatabase['postgres'] = {
      ...open.postgres,
      transaction: async (work) => {
        cut.abort()
        return open.postgres.transaction(work)
      },
    }
    expect((await evaluateAlerts({ ...deps, shards: oneShard(postgres) }, cut.signal)).companies).toBe(1)
  }
  expect(await countAlerts(companies)).toEqual([1, 1, 1])
})

test('a rule that is deleted while its crossing is recorded leaves no open alert behind', async () => {
  const companyId = await addCrossing()
  const [rule] = await listAlertRules(open.database, { companyId })
  let deletion = Promise.resolve()
  await open.postgres.transaction(async (tx) => {
    expect(await evaluateCompany(deps, tx, companyId)).toBe(1)
    deletion = deleteAlertRule(deps, { companyId, ruleId: rule?.id ?? '' }, by)
    await waitUntil(
      async () => {
        const { rows } = await open.postgres.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length > 0
      },
      { withinMs: 10_000, what: 'the deletion waits for the evaluation' },
    )
  })
  await deletion
  expect(await history(companyId)).toMatchObject([{ ruleId: null, endedAt: expect.any(Date) as Date }])
})

test('a change of the threshold does not unmute a rule, and muting ends its open crossing', async () => {
  const companyId = await addCrossing()
  await run()
  const [rule] = await listAlertRules(open.database, { companyId })
  const ruleId = rule?.id ?? ''
  expect(rule).toMatchObject({ isMuted: false, crossedAt: expect.any(Date) as Date })
  await set(companyId, { ruleId, isMuted: true })
  expect(await listAlertRules(open.database, { companyId })).toMatchObject([
    { isMuted: true, crossedAt: null },
  ])
  await set(companyId, { ruleId, threshold: 11n })
  expect(await listAlertRules(open.database, { companyId })).toMatchObject([{ isMuted: true }])
  await set(companyId, { ruleId, threshold: 11n, isMuted: false })
  await run()
  expect(await countAlerts([companyId])).toEqual([2])
})
