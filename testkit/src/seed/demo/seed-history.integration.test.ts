import { ledgerOf } from '@gatehouse/credits/ledger-reads'
import { oneShard } from '@gatehouse/postgres/shards'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createInspectPayments } from '@gatehouse/billing/inspect-payments'
import { createCreditPack } from '@gatehouse/billing/offer-pricing'
import { openInbox } from '@gatehouse/billing/open-billing'
import { demoCompany, furtherDemoCompanies, seedDemoCompany } from '@gatehouse/companies/seed-demo-company'
import { createLedgerInspector } from '@gatehouse/credits/create-ledger-inspector'
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { reconcile } from '@gatehouse/credits/reconcile'
import { driftsOf } from '@gatehouse/credits/reconciliation-report'
import { daysLeft, paceFrom, readPace } from '@gatehouse/credits/spending-pace'
import { createReadRefusals } from '@gatehouse/limits/read-refusals'
import { seedDemoAliases } from '@gatehouse/models/seed-demo-aliases'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'
import { Secret } from '@gatehouse/runtime/secret'
import { listTasks } from '@gatehouse/tasks/list-tasks'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAccount } from '../read-account.ts'
import { startStripeSim } from '../../stripe-sim/start-stripe-sim.ts'
import { type OpenTestDatabase, openTestDatabase } from '../../vitest/open-test-database.ts'
import { testRedisUrl } from '../../vitest/test-servers.ts'
import { demoOperator } from './demo-deps.ts'
import { idsOfStart, seedHistory } from './seed-history.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const { companyId } = demoCompany
const models = { chat: 'sim-chat', extract: 'sim-chat', embed: 'sim-embed' }
const scope = new AsyncDisposableStack()
let open: OpenTestDatabase
let nowMs: number

beforeAll(async () => {
  open = scope.use(await openTestDatabase())
  nowMs = clock.wallMs()
  const { database, postgres } = open
  const sim = scope.use(await startStripeSim())
  const simulator = { apiKey: sim.apiKey, apiUrl: sim.baseUrl }
  await seedDemoCompany(database, ids)
  await seedDemoAliases({ database, ids }, { baseUrl: 'http://127.0.0.1:1/v1', models })
  await postTransfer(idsOfStart(nowMs), database, {
    owner: { id: companyId, kind: 'COMPANY' },
    businessKey: `promo:${companyId}`,
    kind: 'grant',
    type: 'PROMO',
    amountMicros: 1_000_000_000n,
  })
  const settings = { apiKey: new Secret(sim.apiKey), apiUrl: sim.baseUrl }
  const { events } = openInbox({ databases: oneShard(database), clock, ids, logger, settings })
  for (const [name, credits, price] of [
    ['Demo pack S', 100, 10],
    ['Demo pack L', 1_200, 100],
  ] as const)
    await createCreditPack(events, { name, credits, price, currency: 'eur', sortOrder: 1 }, demoOperator)
  const objects = scope.use(await openObjects())
  const peppers = { current: { id: 'test', secret: new Secret('p'.repeat(32)) }, previous: [] }
  await seedHistory(
    { database, postgres, nowMs, print: () => undefined },
    {
      peppers,
      simulator,
      objects: objects.store,
      redisUrl: new Secret(testRedisUrl()),
      eventSecrets: namedSecrets('secret').parse(`test:${'e'.repeat(32)}`),
    },
  )
}, 60_000)
afterAll(() => scope.disposeAsync())

async function openObjects() {
  const path = await mkdtemp(join(tmpdir(), 'gatehouse-demo-objects-'))
  const store = createObjectStore(new Secret(pathToFileURL(path).href), clock)
  return { store, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('reconciliation finds no difference', async () => {
  const ledger = createLedgerInspector({ shards: oneShard(ledgerOf(open.postgres)), ids })
  const inspectPayments = createInspectPayments({ postgres: open.postgres, clock })
  const { outcomes } = await reconcile({ clock, logger, ledger, inspectPayments }, { canFreeze: false })
  expect(Object.values(outcomes).flatMap(driftsOf)).toEqual([])
})

test('the calls cover sixty days, with quiet weekends and an outage', async () => {
  const { rows } = await open.postgres.query<{ day: string; weekday: number; calls: number; failed: number }>(
    `select (created_at at time zone 'UTC')::date::text as day,
            extract(isodow from created_at at time zone 'UTC')::int as weekday, count(*)::int as calls,
            count(*) filter (where status = 'FAILED')::int as failed
       from calls where company_id = $1 group by 1, 2 order by 1`,
    [companyId],
  )
  expect(rows.length).toBeGreaterThanOrEqual(59)
  const mean = (days: typeof rows) => days.reduce((sum, { calls }) => sum + calls, 0) / days.length
  const isWeekend = ({ weekday }: { weekday: number }) => weekday > 5
  expect(mean(rows.filter((day) => !isWeekend(day)))).toBeGreaterThan(5 * mean(rows.filter(isWeekend)))
  expect(rows.filter(({ calls, failed }) => calls > 50 && failed > 0.08 * calls)).toHaveLength(1)
})

test('the balance lasts about three weeks, and packs were bought with invoices', async () => {
  const { balanceMicros } = await readAccount(open.postgres, companyId)
  const usage = await open.postgres.query<{ day: string; chargedMicros: bigint }>(
    `select day::text, charged_micros as "chargedMicros" from usage_rollups where company_id = $1 and day >= $2::date`,
    [companyId, paceFrom(nowMs).slice(0, 10)],
  )
  const days = daysLeft(balanceMicros, readPace(usage.rows, nowMs))
  expect(days).toBeGreaterThanOrEqual(14)
  expect(days).toBeLessThanOrEqual(35)
  const invoices = open.database.selectFrom('invoices').select('status')
  expect(await invoices.where('company_id', '=', companyId).execute()).toEqual(
    Array.from({ length: 3 }, () => ({ status: 'PAID' })),
  )
  const billed = invoices.where('company_id', '=', furtherDemoCompanies.postpaid.companyId)
  expect((await billed.execute()).length).toBeGreaterThanOrEqual(1)
})

test('every balance after a call or transfer follows from the one before', async () => {
  const { rows } = await open.postgres.query<{ breaks: number }>(
    `with entries as (
       select id, -charged_micros as micros, balance_after_micros as after from calls where company_id = $1
       union all
       select id, amount_micros, balance_after_micros from credit_transfers where owner_id = $1)
     select count(*)::int as breaks from
       (select after - micros <> lag(after, 1, 0) over (order by id) as is_break from entries) e where is_break`,
    [companyId],
  )
  expect(rows).toEqual([{ breaks: 0 }])
})

test('CVs were read, except for one without text, and hidden text was found', async () => {
  const { rows } = await open.postgres.query<{ status: string; documents: number; warned: number }>(
    `select d.status, count(*)::int as documents,
            count(*) filter (where t.warnings::text like '%hidden_text_dropped%')::int as warned
       from documents d left join document_texts t on t.company_id = d.company_id and t.document_id = d.id
      where d.company_id = $1 group by 1 order by 1`,
    [companyId],
  )
  expect(rows).toEqual([
    { status: 'PARSED', documents: 65, warned: 1 },
    { status: 'REFUSED', documents: 1, warned: 0 },
  ])
  const talents = await open.postgres.query<{ named: number; queued: number }>(
    `select (select count(*)::int from talents where company_id = $1 and name is not null) as named,
            (select count(*)::int from match_queue where company_id = $1 and subject = 'TALENT') as queued`,
    [companyId],
  )
  expect(talents.rows).toEqual([{ named: 65, queued: 65 }])
})

test('there are alerts, budgets, deliveries, tasks and refusals to look at', async () => {
  const { database, postgres } = open
  const count = async (table: 'alert_rules' | 'alerts' | 'budgets') =>
    (await database.selectFrom(table).select('id').where('company_id', '=', companyId).execute()).length
  expect([await count('alert_rules'), await count('alerts'), await count('budgets')]).toEqual([6, 2, 4])
  const { rows: deliveries } = await postgres.query<{ status: string; attempts: number; times: number }>(
    `select status, attempts, count(*)::int as times from event_deliveries where company_id = $1 group by 1, 2 order by 1, 2`,
    [companyId],
  )
  expect(deliveries).toEqual([
    { status: 'DELIVERED', attempts: 1, times: expect.any(Number) as number },
    { status: 'DELIVERED', attempts: 3, times: expect.any(Number) as number },
    { status: 'FAILED', attempts: 10, times: 1 },
  ])
  const endpoints = database.selectFrom('event_endpoints').select('disabled_because').orderBy('id')
  expect(await endpoints.execute()).toEqual([{ disabled_because: null }, { disabled_because: 'FAILING' }])
  const { rows: late } = await postgres.query(
    `select 1 from event_attempts a join event_deliveries d on d.id = a.delivery_id
      where a.company_id = $1 and (a.started_at > now() or d.settled_at < d.created_at)`,
    [companyId],
  )
  expect(late).toEqual([])
  const kinds = ['parse-cv', 'parse-job']
  const tasks = await listTasks(database, { groupId: companyId, kinds, limit: 10 })
  expect(tasks.map(({ state }) => state).toSorted()).toEqual(['FAILED', 'FAILED', 'WAITING'])
  const redis = new Redis(testRedisUrl())
  const { refusals } = await createReadRefusals({ redis, clock })({ companyId, limit: 20 })
  expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([402, 429, 401, 403]))
  redis.disconnect()
})
