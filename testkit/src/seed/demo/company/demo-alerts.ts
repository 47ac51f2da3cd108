// Alert rules and budgets of the demo company, and the alerts of its outage and of its most expensive day. What the rules
// find at present, the AI service records as soon as it runs.
import { oneShard } from '@gatehouse/postgres/shards'
import { demoCompany } from '@gatehouse/companies/seed-demo-company'
import { type RuleSetting, setAlertRule } from '@gatehouse/companies/change-alert-rules'
import { type BudgetSetting, setBudget } from '@gatehouse/credits/change-budgets'
import type { DemoActor, DemoDeps } from '../demo-deps.ts'
import { createTimeline, dayMs, firstDay, weekdayAgo } from '../timeline.ts'
import type { DemoKeys } from './demo-keys.ts'

const { companyId } = demoCompany

const rules = {
  daysLeft: { kind: 'DAYS_LEFT_BELOW', threshold: 7n },
  mostOfBudget: { kind: 'BUDGET_SHARE_REACHED', threshold: 80n },
  wholeBudget: { kind: 'BUDGET_SHARE_REACHED', threshold: 100n },
  dailySpend: { kind: 'DAILY_SPEND_ABOVE', threshold: 120_000_000n },
  failures: { kind: 'FAILURE_SHARE_ABOVE', threshold: 10n },
  keyExpires: { kind: 'KEY_EXPIRES_WITHIN', threshold: 7n },
} as const satisfies Record<string, Pick<RuleSetting, 'kind' | 'threshold'>>

type RuleName = keyof typeof rules

export async function seedAlerts(
  deps: DemoDeps,
  { keys, admin }: { keys: DemoKeys; admin: DemoActor },
): Promise<void> {
  const { database, nowMs } = deps
  const timeline = createTimeline(firstDay(nowMs) + 3 * dayMs + 10 * 3_600_000)
  const ruleIds: Partial<Record<RuleName, string>> = {}
  for (const [name, rule] of Object.entries(rules) as [RuleName, (typeof rules)[RuleName]][]) {
    timeline.moveTo(timeline.clock.wallMs() + 60_000)
    const setting = { companyId, ruleId: null, isMuted: false, ...rule }
    ruleIds[name] = await setAlertRule({ databases: oneShard(database), ids: timeline.ids }, setting, admin)
  }
  const whole = { scope: 'COMPANY', keyId: null, alias: null } as const
  const budgets: readonly Omit<BudgetSetting, 'companyId'>[] = [
    { ...whole, isHard: false, limitMicros: 1_500_000_000n },
    { ...whole, isHard: true, limitMicros: 4_000_000_000n },
    { ...whole, scope: 'KEY', keyId: keys.careers, isHard: false, limitMicros: 20_000_000n },
    { ...whole, scope: 'ALIAS', alias: 'svc/chat-premium', isHard: false, limitMicros: 900_000_000n },
  ]
  for (const budget of budgets) {
    timeline.moveTo(timeline.clock.wallMs() + 60_000)
    // No gateway runs yet.
    const announceCompanyChange = () => Promise.resolve(true)
    await setBudget(
      { databases: oneShard(database), ids: timeline.ids, announceCompanyChange },
      { companyId, ...budget },
      admin,
    )
  }
  await addPastAlerts(deps, ruleIds)
}

/** Written directly: the evaluation judges the present, and its mails would be sent today. */
async function addPastAlerts(
  { postgres, nowMs }: DemoDeps,
  ruleIds: Partial<Record<RuleName, string>>,
): Promise<void> {
  const outageMs = weekdayAgo(nowMs, 17, 9)
  const expensiveMs = weekdayAgo(nowMs, 10, 7)
  const crossed = [
    { rule: 'failures', atMs: outageMs + 1_800_000, hours: 4, threshold: '10', value: '31.4', period: '' },
    {
      rule: 'dailySpend',
      atMs: expensiveMs + 3 * 3_600_000,
      hours: 14,
      threshold: '120.000000',
      value: '120.418236',
      period: new Date(expensiveMs).toISOString().slice(0, 10),
    },
  ] as const
  const timeline = createTimeline(outageMs)
  for (const { rule, atMs, hours, threshold, value, period } of crossed) {
    timeline.moveTo(atMs)
    // The end moves to the past together with the beginning.
    await postgres.query(
      `insert into alerts (id, company_id, rule_id, kind, subject, period, is_test, details, ended_at)
       values ($1, $2, $3, $4, '', $5, false, $6, now() + make_interval(hours => $7))`,
      [
        timeline.ids.uuid(),
        companyId,
        ruleIds[rule],
        rules[rule].kind,
        period,
        JSON.stringify({ threshold, value }),
        hours,
      ],
    )
  }
}
