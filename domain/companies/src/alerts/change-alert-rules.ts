// Sets, deletes and tests alert rules. A changed threshold ends the open crossings of its rule, so that the rule is
// judged anew; so does muting, because a muted rule is not evaluated until it is unmuted.
import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { constraintFault } from '@gatehouse/postgres/constraint-fault'
import type { Shards } from '@gatehouse/postgres/shards'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database, Transaction } from '@gatehouse/schema/database'
import { hasPlace, lockCompany } from '@gatehouse/schema/limit-rows'
import { sql } from 'kysely'
import {
  type AlertKind,
  type AlertRule,
  defaultRules,
  invalidRule,
  ruleNotFound,
  rulesMax,
  unitOf,
} from './alert-rule.ts'
import { formatAlertValue } from './describe-alert.ts'
import { type RecordAlertDeps, recordAlert } from './record-alert.ts'

export type RuleSetting = Omit<AlertRule, 'id'> & {
  companyId: string
  /** Null for a new rule. */
  ruleId: string | null
  /** Null keeps the present state; a new rule is not muted. */
  isMuted: boolean | null
}

type ChangeDeps = { databases: Shards<Database>; ids: Ids }

/** Resolves to the rule's id. A new rule that exists already is the existing one. */
export async function setAlertRule(
  { databases, ids }: ChangeDeps,
  setting: RuleSetting,
  by: AuditActor,
): Promise<string> {
  const { companyId, kind, threshold } = setting
  return databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      await requireCompany(tx, companyId)
      const before = await findRule(tx, setting)
      if (setting.ruleId !== null && !before) throw ruleNotFound()
      if (before && before.kind !== kind)
        throw invalidRule('alerts.kind_fixed', 'The kind of a rule cannot be changed. Set a new rule.')
      const id = before?.id ?? ids.uuid()
      const isMuted = setting.isMuted ?? before?.is_muted ?? false
      if (before) {
        await tx
          .updateTable('alert_rules')
          .set({ threshold, is_muted: isMuted, updated_at: sql<Date>`now()` })
          .where('company_id', '=', companyId)
          .where('id', '=', id)
          .execute()
          .catch((thrown: unknown) => {
            throw constraintFault(thrown, {
              alert_rules_are_distinct: (cause) => ruleExists(unitOf(kind), cause),
            })
          })
        if (isMuted || before.threshold !== threshold) await endOpenAlerts(tx, companyId, id)
      } else {
        if (!(await hasPlace(tx, { table: 'alert_rules', companyId, max: rulesMax }))) throw tooMany()
        await tx
          .insertInto('alert_rules')
          .values({ id, company_id: companyId, kind, threshold, is_muted: isMuted })
          .execute()
      }
      await recordAuditEntry(ids, tx, {
        ...by,
        companyId,
        action: 'alert_rule.set',
        subject: { kind: 'alert_rule', id },
        details: {
          ...describe(setting),
          is_muted: isMuted,
          ...(before && {
            before: { ...describe({ kind, threshold: before.threshold }), is_muted: before.is_muted },
          }),
        },
      })
      return id
    })
}

export async function deleteAlertRule(
  { databases, ids }: ChangeDeps,
  { companyId, ruleId }: { companyId: string; ruleId: string },
  by: AuditActor,
): Promise<void> {
  await databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      // Before its alerts are ended, as an evaluation does: it may be about to record a crossing of this rule.
      await lockRule(tx, companyId, ruleId)
      await endOpenAlerts(tx, companyId, ruleId)
      const deleted = await tx
        .deleteFrom('alert_rules')
        .where('company_id', '=', companyId)
        .where('id', '=', ruleId)
        .returning(['kind', 'threshold'])
        .executeTakeFirst()
      if (!deleted) throw ruleNotFound()
      await recordAuditEntry(ids, tx, {
        ...by,
        companyId,
        action: 'alert_rule.delete',
        subject: { kind: 'alert_rule', id: ruleId },
        details: describe({ kind: deleted.kind as AlertKind, threshold: deleted.threshold }),
      })
    })
}

// Every test mails all admins of the company.
const testsPerHourMax = 10

/** Sends a test alert of the rule to the company's admins. Resolves to the id of the alert. */
export async function testAlertRule(
  deps: RecordAlertDeps & { databases: Shards<Database> },
  { companyId, ruleId }: { companyId: string; ruleId: string },
  by: AuditActor,
): Promise<string> {
  return deps.databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      await requireCompany(tx, companyId)
      const rule = await tx
        .selectFrom('alert_rules')
        .select(['id', 'kind', 'threshold'])
        .where('company_id', '=', companyId)
        .where('id', '=', ruleId)
        .executeTakeFirst()
      if (!rule) throw ruleNotFound()
      const { count } = await tx
        .selectFrom('alerts')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('company_id', '=', companyId)
        .where('is_test', '=', true)
        .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
        .executeTakeFirstOrThrow()
      if (count >= testsPerHourMax)
        throw invalidRule(
          'alerts.tests_too_many',
          `A company may test ${testsPerHourMax} alerts an hour. Try again later.`,
        )
      const kind = rule.kind as AlertKind
      const details = { threshold: formatAlertValue(unitOf(kind), rule.threshold), value: null }
      const tested = { ...rule, kind }
      const alertId = await recordAlert(deps, tx, {
        companyId,
        rule: tested,
        subject: '',
        period: '',
        details,
        isTest: true,
      })
      await recordAuditEntry(deps.ids, tx, {
        ...by,
        companyId,
        action: 'alert_rule.test',
        subject: { kind: 'alert_rule', id: ruleId },
        details: describe(tested),
      })
      return alertId ?? ''
    })
}

/** Part of the creation of a company. */
export async function addDefaultRules(tx: Transaction, ids: Ids, companyId: string): Promise<void> {
  const rows = defaultRules.map(({ kind, threshold }) => ({
    kind,
    threshold,
    id: ids.uuid(),
    company_id: companyId,
  }))
  await tx.insertInto('alert_rules').values(rows).execute()
}

async function endOpenAlerts(tx: Transaction, companyId: string, ruleId: string): Promise<void> {
  await tx
    .updateTable('alerts')
    .set({ ended_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('rule_id', '=', ruleId)
    .where('ended_at', 'is', null)
    .execute()
}

async function requireCompany(tx: Transaction, companyId: string): Promise<void> {
  if (await lockCompany(tx, companyId)) return
  const publicMessage = 'There is no such company.'
  throw new Fault({ kind: 'not_found', code: 'alerts.company_not_found', publicMessage })
}

async function lockRule(tx: Transaction, companyId: string, ruleId: string): Promise<void> {
  await tx
    .selectFrom('alert_rules')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', ruleId)
    .forUpdate()
    .execute()
}

function findRule(tx: Transaction, { companyId, ruleId, kind, threshold }: RuleSetting) {
  const query = tx
    .selectFrom('alert_rules')
    .select(['id', 'kind', 'threshold', 'is_muted'])
    .where('company_id', '=', companyId)
    .forNoKeyUpdate()
  return (
    ruleId === null
      ? query.where('kind', '=', kind).where('threshold', '=', threshold)
      : query.where('id', '=', ruleId)
  ).executeTakeFirst()
}

function tooMany(): Fault {
  return invalidRule(
    'alerts.too_many',
    `A company may have at most ${rulesMax} alert rules. Delete one that is no longer needed.`,
  )
}

function ruleExists(input: string, cause: unknown): Fault {
  return invalidRule('alerts.rule_exists', 'The company has a rule of this kind with this threshold.', {
    input,
    cause,
  })
}

function describe({ kind, threshold }: Omit<AlertRule, 'id'>) {
  const unit = unitOf(kind)
  return { kind, [unit]: formatAlertValue(unit, threshold) }
}
