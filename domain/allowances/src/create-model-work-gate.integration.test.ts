import { platformCompanyId } from '@gatehouse/companies/platform-company'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { giveBack } from '@gatehouse/credits/transfer'
import { parseCvTask } from '@gatehouse/documents/document-tasks'
import { parseJobTask } from '@gatehouse/jobs/parse-job-task'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { meetingInsightsTask } from '@gatehouse/meetings/meeting-insights-task'
import { oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany, addPlatformCall } from '@gatehouse/testkit/seed-gateway'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { monthOf } from './allowance.ts'
import {
  type ModelWorkGateDeps,
  type RequireModelWork,
  createModelWorkGate,
} from './create-model-work-gate.ts'
import { readModelWork } from './read-allowance.ts'
import { setAllowance } from './set-allowance.ts'

const ids = createIds(createSystemClock())
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const by = { actor: { kind: 'operator', id: 'ada' } } as const
const defaults = { modelWorkMicros: 50_000_000n, documentsPerDay: 1_000, documentBytesPerDay: 1_000_000 }
const credit = 1_000_000n

let open: OpenTestDatabase
let companyId: string
let offsetMs: number
let deps: ModelWorkGateDeps
let demand: RequireModelWork

const clock = {
  wallMs: () => Date.now() + offsetMs,
  // Advances on every read, so that no test sees a cached value.
  monotonicMs: () => (offsetMs += 3_000),
}

beforeAll(async () => {
  open = await openTestDatabase()
  const { postgres } = open
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] })
  deps = { shards: oneShard(postgres), queue, ids, clock, logger, defaults }
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  offsetMs = 0
  companyId = await addCompany(open.database, 0n)
  demand = createModelWorkGate(deps)
})

const spend = (chargedMicros: bigint, at?: Date) =>
  addPlatformCall(open, { concernedCompanyId: companyId, chargedMicros, ...(at && { at }) })
const spent = { kind: 'exhausted', code: 'model_calls.allowance_spent' }
const grant = (modelWorkMicros: bigint | null) =>
  setAllowance(
    { databases: oneShard(open.database), ids },
    { companyId, granted: { modelWorkMicros }, reason: 'because' },
    by,
  )
const mails = () =>
  open.database.selectFrom('mails').select('subject').where('company_id', '=', companyId).execute()

test('work is allowed until the allowance is used up; then every process pauses it, and admins are mailed once', async () => {
  await addUser(open.database, { companyId })
  await spend(49n * credit)
  await demand(companyId)
  await spend(credit)
  await expect(demand(companyId)).rejects.toMatchObject(spent)
  await expect(createModelWorkGate(deps)(companyId)).rejects.toMatchObject(spent)
  // After fifteen minutes the pause ends, and the usage is compared with the allowance again.
  offsetMs += 16 * 60_000
  await expect(demand(companyId)).rejects.toMatchObject(spent)
  expect(await mails()).toMatchObject([{ subject: expect.stringMatching(/^Model work is paused/) as string }])
  const other = await addCompany(open.database, 0n)
  await demand(other)
})

test('concurrent rejections in several processes write one notice', async () => {
  await addUser(open.database, { companyId })
  await spend(50n * credit)
  const gates = [createModelWorkGate(deps), createModelWorkGate(deps), demand]
  const tried = await Promise.allSettled(gates.flatMap((gate) => [gate(companyId), gate(companyId)]))
  expect(tried.filter(({ status }) => status === 'rejected')).toHaveLength(6)
  expect(await mails()).toHaveLength(1)
})

test('the allowance is renewed in the next month', async () => {
  await spend(50n * credit)
  await expect(demand(companyId)).rejects.toMatchObject(spent)
  offsetMs = monthOf(Date.now()).renewsAt.getTime() - Date.now()
  await demand(companyId)
})

test('spending before the month began does not count', async () => {
  await spend(50n * credit, new Date(monthOf(Date.now()).beganAt.getTime() - 1_000))
  await demand(companyId)
  expect(await readModelWork(open.postgres, companyId, deps)).toMatchObject({ spentMicros: 0n })
})

test('a raise takes effect immediately, with an audit entry; removing it restores the plan’s or the default value', async () => {
  await spend(50n * credit)
  await expect(demand(companyId)).rejects.toMatchObject(spent)
  await grant(51n * credit)
  await demand(companyId)
  await grant(null)
  await expect(demand(companyId)).rejects.toMatchObject(spent)
  const entries = await open.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'details'])
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    {
      action: 'company.set_allowance',
      actor_id: 'ada',
      details: { reason: 'because', model_work_micros: '51000000' },
    },
    {
      action: 'company.set_allowance',
      actor_id: 'ada',
      details: { reason: 'because', model_work_micros: null },
    },
  ])
})

test('setting an allowance wakes the tasks of the company that wait for model work', async () => {
  const { postgres } = open
  const kinds = [meetingInsightsTask, parseCvTask, parseJobTask]
  const queue = createTaskQueue({ postgres, logger, ids, kinds })
  await queue.prepare()
  const [documentId, jobId, meetingId] = [ids.uuid(), ids.uuid(), ids.uuid()]
  await postgres.transaction(async (tx) => {
    await queue.enqueue(tx, meetingInsightsTask, { input: { meetingId }, groupId: companyId })
    await queue.enqueue(tx, parseCvTask, { input: { companyId, documentId }, groupId: companyId })
    await queue.enqueue(tx, parseJobTask, { input: { companyId, jobId }, groupId: companyId })
  })
  await postgres.query(
    `update tasks.job set state = 'retry', start_after = now() + interval '15 minutes' where group_id = $1`,
    [companyId],
  )
  await grant(60n * credit)
  const { rows } = await postgres.query(
    'select name from tasks.job where group_id = $1 and start_after <= now() order by name',
    [companyId],
  )
  expect(rows).toEqual(kinds.map(({ name }) => ({ name })))
})

test('the plan of an active subscription sets the allowance', async () => {
  const planId = ids.uuid()
  await open.postgres.query(
    `insert into plans (id, name, credits_micros, price_minor, currency, model_work_micros) values ($1, 'P', 0, 0, 'eur', $2)`,
    [planId, 80n * credit],
  )
  const subscribe = (isActive: boolean) =>
    open.postgres.query(
      `insert into subscriptions (id, company_id, plan_id, status, is_active, provider_subscription_id, event_created_at, event_rank)
       values ($1, $2, $3, $4, $5, $6, now(), 0)`,
      [ids.uuid(), companyId, planId, isActive ? 'ACTIVE' : 'CANCELED', isActive, `sub_${ids.uuid()}`],
    )
  await spend(60n * credit)
  await subscribe(false)
  await expect(demand(companyId)).rejects.toMatchObject(spent)
  await subscribe(true)
  offsetMs += 16 * 60_000
  await demand(companyId)
  expect(await readModelWork(open.postgres, companyId, deps)).toMatchObject({
    allowanceMicros: 80n * credit,
    spentMicros: 60n * credit,
    renewsAt: monthOf(clock.wallMs()).renewsAt,
  })
})

test('a refunded charge does not count, and a row that moves to another partition counts once', async () => {
  const id = await spend(50n * credit)
  await spend(credit)
  const charged = { id, companyId: platformCompanyId, chargedMicros: 50n * credit }
  await postTransfer(ids, open.database, giveBack(charged, 'given_up'))
  expect(await readModelWork(open.postgres, companyId, deps)).toMatchObject({ spentMicros: credit })
  const { rows } = await open.postgres.query<{ name: string }>(
    'select tableoid::regclass::text as name from calls where id = $1',
    [id],
  )
  const week = rows[0]?.name ?? ''
  await open.postgres.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(`create temporary table moved on commit drop as select * from ${week}`)
    await tx.query(`delete from ${week}`)
    await tx.query('insert into calls select * from moved')
  })
  expect(await readModelWork(open.postgres, companyId, deps)).toMatchObject({ spentMicros: credit })
})

test('setting an allowance requires a reason, a whole amount and an existing company', async () => {
  const tried = (change: Partial<Parameters<typeof setAllowance>[1]>) =>
    setAllowance(
      { databases: oneShard(open.database), ids },
      { companyId, granted: { documentsPerDay: 5 }, reason: 'because', ...change },
      by,
    )
  await expect(tried({ reason: ' ' })).rejects.toMatchObject({ code: 'allowances.reason' })
  await expect(tried({ granted: { documentsPerDay: 1.5 } })).rejects.toMatchObject({
    code: 'allowances.amount',
  })
  await expect(tried({ granted: { modelWorkMicros: -1n } })).rejects.toMatchObject({
    code: 'allowances.amount',
  })
  await expect(tried({ companyId: ids.uuid() })).rejects.toMatchObject({ kind: 'not_found' })
})
