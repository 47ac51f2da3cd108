import type { AlertsResult } from '../../../pages/settings/alerts/alerts.generated.ts'

export type AlertKind = AlertsResult['alertRules'][number]['kind']

type RuleTexts = { name: string; of: (threshold: string) => string; hint: string }

export const ruleTexts: Record<AlertKind, RuleTexts> = {
  BALANCE_BELOW: {
    name: 'Low balance',
    of: (credits) => `Balance below ${credits} credits`,
    hint: 'Alerts when the balance falls below this amount.',
  },
  DAYS_LEFT_BELOW: {
    name: 'Days of credit left',
    of: (days) => `Credits for less than ${days} ${days === '1' ? 'day' : 'days'}`,
    hint: 'Alerts when the balance lasts for fewer days than this, at the usage of the last weeks.',
  },
  BUDGET_SHARE_REACHED: {
    name: 'Share of a budget',
    of: (percent) => `${percent}% of a budget spent`,
    hint: 'From 1 to 100. Applies to every budget and to the monthly limit of every key.',
  },
  DAILY_SPEND_ABOVE: {
    name: 'Daily spend',
    of: (credits) => `More than ${credits} credits spent in a day`,
    hint: 'Alerts when a day (UTC) costs more than this.',
  },
  SPEND_UNUSUAL: {
    name: 'Unusual spend',
    of: (percent) => `Spend of a day above ${percent}% of a usual day`,
    hint: 'From 110. A usual day is the median of the days with usage in the last four weeks.',
  },
  FAILURE_SHARE_ABOVE: {
    name: 'Failed calls',
    of: (percent) => `More than ${percent}% of calls failed in an hour`,
    hint: 'From 1 to 99. Hours with fewer than 20 calls are left out.',
  },
  KEY_EXPIRES_WITHIN: {
    name: 'Expiring keys',
    of: (days) => `A key expires within ${days} ${days === '1' ? 'day' : 'days'}`,
    hint: 'Applies to every key with an expiry date.',
  },
}

export const alertsTexts = {
  title: 'Budgets and alerts',
  text: 'Limit what is spent in a calendar month (UTC), and notify the admins by e-mail when something needs attention.',
} as const

export const budgetTexts = {
  title: 'Monthly budgets',
  add: 'Add a budget',
  none: 'No budgets',
  noneText: 'A budget limits the monthly spend of the company, a key or a model, or reports it.',
  company: 'Whole company',
  key: (name: string, hint: string) => `Key ${name} …${hint}`,
  unknownKey: 'A key',
  alias: (alias: string) => `Model ${alias}`,
  enforcement: { HARD: 'Refuses calls', SOFT: 'Reports only' },
  reached: { HARD: 'Reached, calls are refused', SOFT: 'Reached, calls continue' },
  spentOf: (spent: string, credits: string) => `${spent} of ${credits} credits spent`,
  left: (credits: string) => `${credits} left`,
  over: (credits: string) => `${credits} over`,
  change: 'Change',
  changeLabel: (name: string) => `Change the budget: ${name}`,
  changeTitle: 'Change the budget',
  changeHint: 'Gateways apply the change within a second.',
  named: (name: string, enforcement: string) => `${name} · ${enforcement}`,
  remove: 'Remove',
  removeLabel: (name: string) => `Remove the budget: ${name}`,
  removeTitle: 'Remove the budget?',
  removeText: {
    HARD: 'Calls are no longer refused because of it. Gateways apply this within a second.',
    SOFT: 'Its spend is no longer reported. Calls are not affected.',
  },
  removeConfirm: 'Remove the budget',
  removed: 'The budget is removed',
  keep: 'Keep it',
  scope: 'Applies to',
  scopes: { COMPANY: 'The whole company', KEY: 'A key', ALIAS: 'A model' },
  chooseKey: 'Key',
  chooseAlias: 'Model',
  credits: 'Credits per month',
  creditsHint: 'For example 250. Replaces a budget for the same target and effect.',
  kind: 'When it is reached',
  kinds: { HARD: 'Refuse calls', SOFT: 'Report only' },
  kindHints: {
    HARD: 'Gateways refuse calls until the next month or a higher budget.',
    SOFT: 'Calls continue. An alert rule for the share of a budget notifies the admins.',
  },
  hardKey: 'This budget only reports. To refuse calls, set the monthly limit in the settings of the key.',
  save: 'Save the budget',
  cancel: 'Cancel',
} as const

export const ruleListTexts = {
  title: 'Alert rules',
  add: 'Add a rule',
  none: 'No alert rules',
  noneText: 'A rule sends one e-mail each time its threshold is crossed.',
  suggested: 'Suggested',
  use: 'Add',
  useLabel: (rule: string) => `Add the suggested rule: ${rule}`,
  crossed: 'Crossed',
  since: 'Crossed',
  crossings: (count: number) => `, in ${count} places`,
  ok: 'OK',
  muted: 'Muted',
  mute: 'Mute',
  unmute: 'Unmute',
  test: 'Send a test',
  tested: 'Test sent to the admins',
  isMuted: 'The rule is muted',
  isUnmuted: 'The rule sends alerts again',
  removed: 'The rule is removed',
  change: 'Change',
  changeTitle: 'Change the rule',
  remove: 'Remove',
  removeTitle: 'Remove the rule?',
  removeText: 'The admins get no more alerts from it. Alerts that were sent stay in the list.',
  removeConfirm: 'Remove the rule',
  keep: 'Keep it',
  labelOf: (action: string, rule: string) => `${action}: ${rule}`,
  kind: 'Alert about',
  credits: 'Credits',
  days: 'Days',
  percent: 'Percent',
  save: 'Save the rule',
  cancel: 'Cancel',
} as const

export const firedTexts = {
  title: 'Sent alerts',
  none: 'No alerts yet',
  noneText: 'Alerts appear here with the times at which they began and ended.',
  subject: 'Alert',
  state: 'Status',
  sent: 'Sent',
  sentAt: 'Sent',
  utc: 'UTC',
  ended: 'Ended (UTC)',
  test: 'Test',
  open: 'Ongoing',
  over: 'Ended',
} as const
