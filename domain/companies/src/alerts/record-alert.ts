import type { EnqueueMailDeps } from '@gatehouse/mail/enqueue-mail'
import { enqueueEvent } from '@gatehouse/outgoing-events/enqueue-event'
import type { OutgoingEventType } from '@gatehouse/outgoing-events/event-types'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { mailAdmins } from '../mail-admins.ts'
import type { AlertKind, AlertRule } from './alert-rule.ts'
import { type AlertDetails, alertPage, describeAlert } from './describe-alert.ts'

export type RecordAlertDeps = EnqueueMailDeps & {
  /** Base URL of the console, without a trailing slash. */
  consoleUrl: string
}

export type NewAlert = {
  companyId: string
  rule: AlertRule
  subject: string
  period: string
  details: AlertDetails
  isTest: boolean
}

/**
 * Inserts the alert and queues its mails and its outgoing event in the transaction. Undefined if the rule is already
 * crossed for this subject; nothing is sent then. A test alert takes the same path.
 */
export async function recordAlert(
  deps: RecordAlertDeps,
  tx: Queryable,
  { companyId, rule, subject, period, details, isTest }: NewAlert,
): Promise<string | undefined> {
  const id = deps.ids.uuid()
  const { rows } = await tx.query(
    `insert into alerts (id, company_id, rule_id, kind, subject, period, is_test, details, ended_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, case when $7 then now() end)
     on conflict (rule_id, subject) where ended_at is null do nothing
     returning id`,
    [id, companyId, rule.id, rule.kind, subject, period, isTest, JSON.stringify(details)],
  )
  if (rows.length === 0) return undefined
  await mailAdmins(deps, tx, {
    companyId,
    key: `alert:${id}`,
    content: (companyName) => ({
      template: 'alert',
      values: {
        ...describeAlert(rule.kind, details),
        companyName,
        link: `${deps.consoleUrl}${alertPage(rule.kind, companyId, details.keyId)}`,
        rulesLink: `${deps.consoleUrl}/c/${companyId}/profile/alerts`,
      },
    }),
  })
  await enqueueEvent(deps.ids, tx, {
    companyId,
    type: eventTypes[rule.kind],
    key: id,
    data: { alertId: id, ruleId: rule.id, kind: rule.kind, subject, period, isTest, ...toEventData(details) },
  })
  return id
}

const eventTypes = {
  BALANCE_BELOW: 'balance.low',
  DAYS_LEFT_BELOW: 'alert.days_left',
  DAILY_SPEND_ABOVE: 'alert.daily_spend',
  BUDGET_SHARE_REACHED: 'budget.reached',
  FAILURE_SHARE_ABOVE: 'alert.failure_share',
  KEY_EXPIRES_WITHIN: 'alert.key_expiring',
  SPEND_UNUSUAL: 'alert.unusual_spend',
} as const satisfies Record<AlertKind, OutgoingEventType>

/** Without the name of the key, which people chose. */
function toEventData({ threshold, value, keyId }: AlertDetails) {
  return { threshold, value, keyId: keyId ?? null }
}
