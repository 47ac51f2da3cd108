import { oneShard } from '@gatehouse/postgres/shards'
import { setAlertRule, testAlertRule } from '@gatehouse/companies/change-alert-rules'
import { evaluateCompany } from '@gatehouse/companies/evaluate-alerts'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import type { Database } from '@gatehouse/schema/database'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { seedCall } from '../../seed-company.ts'
import type { KnownValues } from '../compose-operation.ts'

const ids = createIds(createSystemClock())
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const by = { actor: { kind: 'operator', id: 'test' } } as const

/**
 * A rule in each unit, one of them crossed, and an alert that is over: together they have a value for every field. There is no
 * rule about the balance, so that the suggested rules have one in each unit, too.
 */
export async function seedAlerts(
  { database, postgres }: { database: Database; postgres: Postgres },
  { companyId, keyId }: { companyId: string; keyId: string },
): Promise<KnownValues> {
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [sendMailTask] })
  const deps = { databases: oneShard(database), ids, queue, consoleUrl: 'https://console.example' }
  const set = (kind: 'DAILY_SPEND_ABOVE' | 'DAYS_LEFT_BELOW' | 'FAILURE_SHARE_ABOVE', threshold: bigint) =>
    setAlertRule(deps, { companyId, ruleId: null, kind, threshold, isMuted: false }, by)
  await seedCall(postgres, { companyId, keyId })
  const alertRuleId = await set('DAILY_SPEND_ABOVE', 0n)
  const deletedId = await set('DAYS_LEFT_BELOW', 3n)
  await set('FAILURE_SHARE_ABOVE', 99n)
  await queue.prepare()
  await postgres.transaction((tx) => evaluateCompany(deps, tx, companyId))
  await testAlertRule(deps, { companyId, ruleId: alertRuleId }, by)
  return {
    alertRuleId,
    'deleteAlertRule.alertRuleId': deletedId,
    'setAlertRule.kind': 'DAILY_SPEND_ABOVE',
    'setAlertRule.credits': '999999999',
    'setAlertRule.alertRuleId': alertRuleId,
  }
}
