// Compares the figures of companies with their alert rules and records what was crossed. Each company is evaluated in one
// transaction that locks its rules first: a worker that read its figures earlier could otherwise record a crossing again
// that another worker has already recorded and ended.
import type { Postgres, Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type AlertRule, unitOf } from './alert-rule.ts'
import { type NewCrossing, type OpenCrossing, decideAlerts } from './decide-alerts.ts'
import { type AlertDetails, formatAlertValue } from './describe-alert.ts'
import { readAlertFigures } from './read-figures.ts'
import { type RecordAlertDeps, recordAlert } from './record-alert.ts'

const companiesPerPage = 200

export type EvaluateDeps = RecordAlertDeps & { shards: Shards; logger: Logger }

export type Evaluation = {
  companies: number
  alerts: number
  failures: { companyId: string; error: unknown }[]
}

// One run is done well before the next one is due. With more companies, the runs take turns.
const companiesPerRun = 5_000

/**
 * Continues after the company where the last run stopped, and begins again after the last company, so that a run that is
 * cut off does not keep the companies with high ids from being evaluated. A failure for one company does not keep the
 * others from being evaluated.
 */
export async function evaluateAlerts(
  deps: EvaluateDeps,
  signal: AbortSignal,
  companiesMax = companiesPerRun,
): Promise<Evaluation> {
  const result: Evaluation = { companies: 0, alerts: 0, failures: [] }
  for (const postgres of deps.shards.all())
    await evaluateShard(postgres, { ...deps, result, companiesMax }, signal)
  return result
}

type ShardEvaluation = RecordAlertDeps & { result: Evaluation; companiesMax: number }

async function evaluateShard(
  postgres: Postgres,
  { result, companiesMax, ...deps }: ShardEvaluation,
  signal: AbortSignal,
): Promise<void> {
  const begin = await readPosition(postgres)
  let after = begin
  let last: string | null = null
  for (let left = companiesMax; left > 0 && !signal.aborted;) {
    const page = await listCompanies(postgres, { after, last, limit: Math.min(left, companiesPerPage) })
    if (page.length === 0) {
      if (last !== null || begin === null) break
      after = null
      last = begin
      continue
    }
    for (const companyId of page) {
      if (signal.aborted) break
      await evaluateInto(result, companyId, () =>
        postgres.transaction((tx) => evaluateCompany(deps, tx, companyId)),
      )
      after = companyId
      left -= 1
    }
    await savePosition(postgres, after)
  }
}

async function evaluateInto(
  result: Evaluation,
  companyId: string,
  evaluate: () => Promise<number>,
): Promise<void> {
  try {
    result.alerts += await evaluate()
    result.companies += 1
  } catch (error) {
    result.failures.push({ companyId, error })
  }
}

async function readPosition(postgres: Queryable): Promise<string | null> {
  const { rows } = await postgres.query<{ after_company_id: string | null }>(
    'select after_company_id from alert_evaluation',
  )
  return rows[0]?.after_company_id ?? null
}

async function savePosition(postgres: Queryable, after: string | null): Promise<void> {
  await postgres.query(
    `insert into alert_evaluation (after_company_id) values ($1)
     on conflict (id) do update set after_company_id = excluded.after_company_id, updated_at = now()
      where alert_evaluation.after_company_id is distinct from excluded.after_company_id`,
    [after],
  )
}

type CompanyRange = { after: string | null; last: string | null; limit: number }

/** Companies with rules, in the order of their ids. */
async function listCompanies(postgres: Queryable, { after, last, limit }: CompanyRange): Promise<string[]> {
  const { rows } = await postgres.query<{ company_id: string }>(
    `select distinct company_id from alert_rules
      where not is_muted and ($1::uuid is null or company_id > $1) and ($2::uuid is null or company_id <= $2)
      order by company_id limit $3`,
    [after, last, limit],
  )
  return rows.map(({ company_id: companyId }) => companyId)
}

/** Returns the number of crossings that began. */
export async function evaluateCompany(
  deps: RecordAlertDeps,
  tx: Queryable,
  companyId: string,
): Promise<number> {
  const { rows: rules } = await tx.query<AlertRule>(
    `select id, kind, threshold from alert_rules where company_id = $1 and not is_muted order by id for no key update`,
    [companyId],
  )
  if (rules.length === 0) return 0
  const figures = await readAlertFigures(tx, companyId)
  if (!figures) return 0
  const { rows: open } = await tx.query<OpenCrossing>(
    `select id, rule_id as "ruleId", subject, period from alerts
      where company_id = $1 and ended_at is null and rule_id is not null`,
    [companyId],
  )
  const { begun, endedIds } = decideAlerts(rules, figures, open)
  if (endedIds.length > 0) await endAlerts(tx, companyId, endedIds)
  let alerts = 0
  for (const crossing of begun) {
    const { rule, subject, period } = crossing
    const details = toDetails(crossing)
    const id = await recordAlert(deps, tx, { companyId, rule, subject, period, details, isTest: false })
    if (id !== undefined) alerts += 1
  }
  return alerts
}

async function endAlerts(tx: Queryable, companyId: string, ids: readonly string[]): Promise<void> {
  await tx.query(
    'update alerts set ended_at = now() where company_id = $1 and id = any ($2::uuid[]) and ended_at is null',
    [companyId, ids],
  )
}

function toDetails({ rule, value, name, keyId }: NewCrossing): AlertDetails {
  const unit = unitOf(rule.kind)
  return {
    threshold: formatAlertValue(unit, rule.threshold),
    value: formatAlertValue(unit, value),
    ...(name !== undefined && { name }),
    ...(keyId && { keyId }),
  }
}
