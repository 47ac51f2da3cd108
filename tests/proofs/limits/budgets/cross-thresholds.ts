// Lets many companies cross a threshold of their balance and two of a budget, all at the same moment, again and again while the
// workers that evaluate the rules are killed, and counts what was recorded and enqueued for each crossing of each threshold.
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

const ruleKinds = [
  { kind: 'BALANCE_BELOW', threshold: 10_000_000n },
  { kind: 'BUDGET_SHARE_REACHED', threshold: 80n },
  { kind: 'BUDGET_SHARE_REACHED', threshold: 100n },
] as const

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
  const faults: string[] = []
  for (const { companyId } of companies) faults.push(...(await findFaults(deps, companyId, plan.cycles)))
  return { crossings: plan.companies * plan.cycles * ruleKinds.length, kills, faults }
}

async function addWatched({ database, pool }: ProofDatabase, cycles: number): Promise<Watched> {
  const companyId = await addCompany(database, 1_000_000n)
  await addUser(database, { companyId })
  for (const rule of ruleKinds)
    await setAlertRule(
      { databases: oneShard(database), ids },
      { companyId, ruleId: null, ...rule, isMuted: false },
      by,
    )
  const budgetId = ids.uuid()
  await pool.query(
    `insert into budgets (id, company_id, scope, is_hard, limit_micros) values ($1, $2, 'COMPANY', false, 100)`,
    [budgetId, companyId],
  )
  await pool.query(
    `insert into usage_rollups values ($1, $2, 'svc/chat-default', (now() at time zone 'utc')::date, 1, 0, 0, 0, 0, 120)`,
    [companyId, ids.uuid()],
  )
  await pool.query(
    `insert into event_endpoints (id, company_id, url, sealed_secret, sealed_by) values ($1, $2, 'https://receiver.example', '', 'proof')`,
    [ids.uuid(), companyId],
  )
  return { companyId, budgetId, cyclesLeft: cycles, isLow: true }
}

/** Moves each company back when all of its crossings are recorded, and across the thresholds when all have ended. */
async function moveAll(deps: ProofDatabase, companies: readonly Watched[]): Promise<void> {
  let movedAt = Date.now()
  while (companies.some(({ cyclesLeft }) => cyclesLeft > 0)) {
    const { rows } = await deps.pool.query<{ company_id: string; open: number }>(
      `select company_id, count(*)::int as open from alerts where ended_at is null group by company_id`,
    )
    const open = new Map(rows.map((row) => [row.company_id, row.open]))
    for (const company of companies.filter(({ cyclesLeft }) => cyclesLeft > 0)) {
      if ((open.get(company.companyId) ?? 0) !== (company.isLow ? ruleKinds.length : 0)) continue
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

/**
 * For each rule, each crossing has one alert, and each alert one mail for the one admin and one event. Sums alone would hide an
 * alert of one rule that is lost beside one of another that is doubled.
 */
async function findFaults({ pool }: ProofDatabase, companyId: string, cycles: number): Promise<string[]> {
  const { rows: rules } = await pool.query<{ rule: string; alerts: number; incomplete: number }>(
    `select r.kind || ' ' || r.threshold as rule, count(a.id)::int as alerts,
            count(a.id) filter (where
              (select count(*) from mails m where m.company_id = $1 and starts_with(m.idempotency_key, 'alert:' || a.id)) <> 1
              or (select count(*) from outgoing_events e where e.company_id = $1 and e.key = a.id::text) <> 1)::int as incomplete
       from alert_rules r left join alerts a on a.rule_id = r.id
      where r.company_id = $1 group by r.id, r.kind, r.threshold`,
    [companyId],
  )
  const { rows: sums } = await pool.query<Record<string, number>>(
    `select (select count(*)::int from alerts where company_id = $1) as alerts,
            (select count(*)::int from mails where company_id = $1 and template = 'alert') as mails,
            (select count(*)::int from tasks.job_common where name = 'send-mail' and group_id = $1::text) as tasks,
            (select count(*)::int from outgoing_events where company_id = $1) as events`,
    [companyId],
  )
  const expected = cycles * ruleKinds.length
  const miscounted = rules.filter(({ alerts }) => alerts !== cycles)
  const incomplete = rules.filter((rule) => rule.incomplete > 0)
  return [
    ...miscounted.map(
      ({ rule, alerts }) => `${alerts} alerts of ${rule} for ${cycles} crossings of ${companyId}`,
    ),
    ...incomplete.map(
      ({ rule, incomplete: count }) =>
        `${count} alerts of ${rule} of ${companyId} without one mail and one event`,
    ),
    ...Object.entries(sums[0] ?? {}).flatMap(([what, count]) =>
      count === expected ? [] : [`${count} ${what} for ${expected} crossings of ${companyId}`],
    ),
  ]
}
