// Lets the balance and a budget of many companies cross their thresholds again and again while the workers that evaluate the
// rules are killed, and counts what was recorded and enqueued for each crossing.
import { oneShard } from '@gatehouse/postgres/shards'
import { setTimeout as pause } from 'node:timers/promises'
import { setAlertRule } from '@gatehouse/companies/change-alert-rules'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addUser } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import type { ProofDatabase } from '../../kit/servers.ts'
import { amongKilledWorkers } from './killed-workers.ts'

const ids = createIds(createSystemClock())
const by = { actor: { kind: 'operator', id: 'proof' } } as const

export type CrossingPlan = { companies: number; cycles: number; workers: number; killEveryMs: number }

export type CrossingResult = { crossings: number; kills: number; faults: string[] }

type Watched = { companyId: string; budgetId: string; cyclesLeft: number; isLow: boolean }

const stuckMsMax = 120_000

export async function crossThresholds(
  deps: ProofDatabase & { databaseUrl: string },
  plan: CrossingPlan,
): Promise<CrossingResult> {
  const companies: Watched[] = []
  for (let number = 0; number < plan.companies; number += 1)
    companies.push(await addWatched(deps, plan.cycles))
  const order = { kind: 'alerts', databaseUrl: deps.databaseUrl } as const
  const { kills } = await amongKilledWorkers(order, plan, () => moveAll(deps, companies))
  const expected = plan.cycles * 2
  const faults: string[] = []
  for (const { companyId } of companies) faults.push(...(await findFaults(deps, companyId, expected)))
  return { crossings: plan.companies * expected, kills, faults }
}

async function addWatched({ database, pool }: ProofDatabase, cycles: number): Promise<Watched> {
  const companyId = await addCompany(database, 1_000_000n)
  await addUser(database, { companyId })
  const set = (kind: 'BALANCE_BELOW' | 'BUDGET_SHARE_REACHED', threshold: bigint) =>
    setAlertRule(
      { databases: oneShard(database), ids },
      { companyId, ruleId: null, kind, threshold, isMuted: false },
      by,
    )
  await set('BALANCE_BELOW', 10_000_000n)
  await set('BUDGET_SHARE_REACHED', 80n)
  const budgetId = ids.uuid()
  await pool.query(
    `insert into budgets (id, company_id, scope, is_hard, limit_micros) values ($1, $2, 'COMPANY', false, 100)`,
    [budgetId, companyId],
  )
  await pool.query(
    `insert into usage_rollups values ($1, $2, 'svc/chat-default', (now() at time zone 'utc')::date, 1, 0, 0, 0, 0, 90)`,
    [companyId, ids.uuid()],
  )
  await pool.query(
    `insert into event_endpoints (id, company_id, url, sealed_secret, sealed_by) values ($1, $2, 'https://receiver.example', '', 'proof')`,
    [ids.uuid(), companyId],
  )
  return { companyId, budgetId, cyclesLeft: cycles, isLow: true }
}

/** Moves each company back when both of its crossings are recorded, and across the thresholds when both have ended. */
async function moveAll(deps: ProofDatabase, companies: readonly Watched[]): Promise<void> {
  let movedAt = Date.now()
  while (companies.some(({ cyclesLeft }) => cyclesLeft > 0)) {
    const { rows } = await deps.pool.query<{ company_id: string; open: number }>(
      `select company_id, count(*)::int as open from alerts where ended_at is null group by company_id`,
    )
    const open = new Map(rows.map((row) => [row.company_id, row.open]))
    for (const company of companies.filter(({ cyclesLeft }) => cyclesLeft > 0)) {
      if ((open.get(company.companyId) ?? 0) !== (company.isLow ? 2 : 0)) continue
      await move(deps, company)
      movedAt = Date.now()
    }
    if (Date.now() - movedAt > stuckMsMax)
      throw new Error('a crossing was neither recorded nor ended in time')
    await pause(20)
  }
}

async function move({ pool }: ProofDatabase, company: Watched): Promise<void> {
  const { companyId, budgetId } = company
  if (company.isLow) company.cyclesLeft -= 1
  company.isLow = !company.isLow
  const [amount, limit] = company.isLow ? [-19_000_000n, 100n] : [19_000_000n, 1_000n]
  await pool.query('update budgets set limit_micros = $2 where id = $1', [budgetId, limit])
  await pool.query(
    `select * from post_transfer($1, $2, 'COMPANY', 'ADJUSTMENT', 'ADJUSTMENT', $3, $4, $5, null, null, 'proof')`,
    [ids.uuid(), companyId, amount, `adjustment:${ids.uuid()}`, amount > 0n ? 'GRANTED' : null],
  )
}

/** Each crossing has one alert, each alert one mail for the one admin, one task that sends it, and one event. */
async function findFaults({ pool }: ProofDatabase, companyId: string, expected: number): Promise<string[]> {
  const { rows } = await pool.query<Record<string, number>>(
    `select (select count(*)::int from alerts where company_id = $1) as alerts,
            (select count(*)::int from mails where company_id = $1 and template = 'alert') as mails,
            (select count(*)::int from tasks.job_common where name = 'send-mail' and group_id = $1::text) as tasks,
            (select count(*)::int from outgoing_events where company_id = $1) as events`,
    [companyId],
  )
  return Object.entries(rows[0] ?? {}).flatMap(([what, count]) =>
    count === expected ? [] : [`${count} ${what} for ${expected} crossings of ${companyId}`],
  )
}
