import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import type { AlertKind, AlertRule } from './alert-rule.ts'
import { type AlertDetails, describeAlert } from './describe-alert.ts'

export type ListedRule = AlertRule & {
  isMuted: boolean
  /** Budgets, keys or the company for which the rule is crossed now. */
  crossings: number
  /** When the oldest of them was crossed; null if there is none. */
  crossedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** The rules of the company in the order in which they were made; only the given one if `ruleId` is there. */
export async function listAlertRules(
  database: Database,
  { companyId, ruleId = null }: { companyId: string; ruleId?: string | null },
): Promise<ListedRule[]> {
  const { rows } = await sql<ListedRule>`
    select r.id, r.kind, r.threshold, r.is_muted as "isMuted", r.created_at as "createdAt", r.updated_at as "updatedAt",
           coalesce(a.crossings, 0) as crossings, a.crossed_at as "crossedAt"
      from alert_rules r
      left join (select rule_id, count(*)::int as crossings, min(created_at) as crossed_at
                   from alerts where company_id = ${companyId} and ended_at is null group by rule_id) a on a.rule_id = r.id
     where r.company_id = ${companyId} and (${ruleId}::uuid is null or r.id = ${ruleId})
     order by r.id`.execute(database)
  return rows
}

export type ListedAlert = {
  id: string
  /** Null if the rule was deleted. */
  ruleId: string | null
  kind: AlertKind
  isTest: boolean
  subject: string
  text: string
  threshold: string
  value: string | null
  createdAt: Date
  endedAt: Date | null
}

export type AlertPage = { companyId: string; limit: number; beforeId?: string | undefined; alertId?: string }

/** Newest first: ids sort by time. */
export async function listAlerts(
  database: Database,
  { companyId, limit, beforeId, alertId }: AlertPage,
): Promise<ListedAlert[]> {
  let query = database
    .selectFrom('alerts')
    .select(['id', 'rule_id', 'kind', 'is_test', 'details', 'created_at', 'ended_at'])
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  if (alertId !== undefined) query = query.where('id', '=', alertId)
  const rows = await query.execute()
  return rows.map((row) => {
    const details = row.details as AlertDetails
    const kind = row.kind as AlertKind
    const { subject, paragraphs } = describeAlert(kind, details)
    return {
      id: row.id,
      ruleId: row.rule_id,
      kind,
      isTest: row.is_test,
      subject,
      text: paragraphs.join('\n\n'),
      threshold: details.threshold,
      value: details.value,
      createdAt: row.created_at,
      endedAt: row.ended_at,
    }
  })
}
