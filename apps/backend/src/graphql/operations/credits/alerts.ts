import { type AlertKind, alertKinds, readThreshold, rulesMax, unitOf } from '@gatehouse/companies/alert-rule'
import { deleteAlertRule, setAlertRule, testAlertRule } from '@gatehouse/companies/change-alert-rules'
import {
  type ListedAlert,
  type ListedRule,
  listAlertRules,
  listAlerts,
} from '@gatehouse/companies/list-alerts'
import { type SuggestedRule, readSuggestedRules } from '@gatehouse/companies/suggest-rules'
import { formatCredits, parseCredits } from '@gatehouse/credits/credit'
import { unknownId } from '../../graphql-faults.ts'
import type { OperationDeps } from '../../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, optional, listOf, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

const kindType = enumeration<AlertKind>(
  'AlertKind',
  'BALANCE_BELOW and DAILY_SPEND_ABOVE compare credits; DAYS_LEFT_BELOW compares daysLeft of creditBalance. BUDGET_SHARE_REACHED applies ' +
    'to every budget and every cap of a key, except those of 0. FAILURE_SHARE_ABOVE is the share of failed calls among the last 1,000 ' +
    'of an hour, from 20 calls on. KEY_EXPIRES_WITHIN applies to every key that expires. SPEND_UNUSUAL compares the spend of today with ' +
    'the median of the days with usage in the last four weeks, from 7 such days on. Days and months are in UTC.',
  alertKinds,
)

const ruleType = defineObject<ListedRule>(
  'AlertRule',
  'A rule by which the admins of the company get a mail, once for each crossing of its threshold. Exactly one of credits, days and ' +
    'percent is there. isCrossed says whether the threshold is crossed at the last evaluation, crossings for how many budgets or keys, ' +
    'and crossedAt since when. A muted rule is not evaluated.',
  {
    id: field(shapes.id, (rule) => rule.id),
    kind: field(kindType, (rule) => rule.kind),
    credits: field(optional(shapes.string), creditsOf),
    days: field(optional(shapes.int), (rule) => numberOf(rule, 'days')),
    percent: field(optional(shapes.int), (rule) => numberOf(rule, 'percent')),
    isMuted: field(shapes.boolean, (rule) => rule.isMuted),
    isCrossed: field(shapes.boolean, (rule) => rule.crossings > 0),
    crossings: field(shapes.int, (rule) => rule.crossings),
    crossedAt: field(optional(shapes.time), (rule) => rule.crossedAt),
    createdAt: field(shapes.time, (rule) => rule.createdAt),
    updatedAt: field(shapes.time, (rule) => rule.updatedAt),
  },
)

const suggestedRuleType = defineObject<SuggestedRule>(
  'SuggestedAlertRule',
  'A rule that setAlertRule can set with the same values. Exactly one of credits, days and percent is there. reason says why it is offered.',
  {
    kind: field(kindType, (rule) => rule.kind),
    credits: field(optional(shapes.string), creditsOf),
    days: field(optional(shapes.int), (rule) => numberOf(rule, 'days')),
    percent: field(optional(shapes.int), (rule) => numberOf(rule, 'percent')),
    reason: field(shapes.string, (rule) => rule.reason),
  },
)

const alertType = defineObject<ListedAlert>(
  'Alert',
  'A crossing of a threshold, or a test of a rule. subject and text are those of the mail. threshold and value are in the unit of the ' +
    'kind; the value of a test is null. ruleId is null if the rule was deleted. endedAt is when the value came back or its day or month ' +
    'ended, from which on the rule can be crossed again.',
  {
    id: field(shapes.id, (alert) => alert.id),
    ruleId: field(optional(shapes.id), (alert) => alert.ruleId),
    kind: field(kindType, (alert) => alert.kind),
    isTest: field(shapes.boolean, (alert) => alert.isTest),
    subject: field(shapes.string, (alert) => alert.subject),
    text: field(shapes.string, (alert) => alert.text),
    threshold: field(shapes.string, (alert) => alert.threshold),
    value: field(optional(shapes.string), (alert) => alert.value),
    createdAt: field(shapes.time, (alert) => alert.createdAt),
    endedAt: field(optional(shapes.time), (alert) => alert.endedAt),
  },
)

const alertPageType = definePage('AlertConnection', 'A page of alerts.', alertType)

export const alertOperations: readonly Operation[] = [
  defineQuery({
    name: 'alertRules',
    description: `The alert rules of the company, in the order in which they were made; at most ${rulesMax}. Rules are evaluated every minute.`,
    inputs: { companyId: inputs.id },
    returns: listOf(ruleType),
    cost: 20,
    resolve: ({ deps }, { companyId }) => listAlertRules(deps.databases.of(companyId), { companyId }),
  }),
  defineQuery({
    name: 'alerts',
    description: 'The alerts that were sent to the admins of the company, newest first.',
    inputs: { companyId: inputs.id, ...pageInputs },
    returns: alertPageType,
    cost: 20,
    resolve: ({ deps }, { companyId, first, after }) =>
      takePage({ first, after }, (wanted) =>
        listAlerts(deps.databases.of(companyId), { companyId, ...wanted }),
      ),
  }),
  defineQuery({
    name: 'suggestedAlertRules',
    description:
      'Usual rules of which the company has none of the same kind: a low balance, days left, the share of a budget, the share of failed ' +
      'calls and keys that expire. The balance is that of seven days with usage, by the usage of the last four weeks.',
    inputs: { companyId: inputs.id },
    returns: listOf(suggestedRuleType),
    cost: 50,
    resolve: ({ deps }, { companyId }) => readSuggestedRules(deps.databases.of(companyId), companyId),
  }),
  defineMutation({
    name: 'setAlertRule',
    description:
      'Sets an alert rule, or changes the threshold of the given one and whether it is muted. Give credits, days or percent, as the kind ' +
      'needs it. A rule with another threshold is judged anew: if it is crossed, its admins get a mail.',
    inputs: {
      companyId: inputs.id,
      alertRuleId: optionalInput(inputs.id),
      kind: enumInput(kindType),
      credits: optionalInput(inputs.string),
      days: optionalInput(inputs.int),
      percent: optionalInput(inputs.int),
      isMuted: optionalInput(inputs.boolean),
    },
    returns: ruleType,
    cost: 50,
    async resolve(context, { companyId, alertRuleId, kind, credits, days, percent, isMuted }) {
      const given = { credits: credits === null ? null : parseCredits(credits), days, percent }
      const threshold = readThreshold(kind, given)
      const ruleId = await setAlertRule(
        context.deps,
        { companyId, ruleId: alertRuleId, kind, threshold, isMuted },
        await auditActor(context),
      )
      return showRule(context.deps, companyId, ruleId)
    },
  }),
  defineMutation({
    name: 'deleteAlertRule',
    description: 'Deletes an alert rule; its alerts stay in the history. Returns the rule that was deleted.',
    inputs: { companyId: inputs.id, alertRuleId: inputs.id },
    returns: ruleType,
    cost: 50,
    async resolve(context, { companyId, alertRuleId }) {
      const rule = await showRule(context.deps, companyId, alertRuleId)
      await deleteAlertRule(context.deps, { companyId, ruleId: alertRuleId }, await auditActor(context))
      return rule
    },
  }),
  defineMutation({
    name: 'testAlert',
    description:
      'Sends a test alert of the rule to the admins of the company, in the way in which its alerts are sent; at most ten an hour.',
    inputs: { companyId: inputs.id, alertRuleId: inputs.id },
    returns: alertType,
    cost: 100,
    async resolve(context, { companyId, alertRuleId }) {
      const { databases, ids, mailQueue, consoleUrl } = context.deps
      const alertId = await testAlertRule(
        { databases, ids, queue: mailQueue, consoleUrl },
        { companyId, ruleId: alertRuleId },
        await auditActor(context),
      )
      const [alert] = await listAlerts(databases.of(companyId), { companyId, alertId, limit: 1 })
      if (!alert) throw unknownId()
      return alert
    },
  }),
]

type Threshold = Pick<ListedRule, 'kind' | 'threshold'>

function creditsOf({ kind, threshold }: Threshold): string | null {
  return unitOf(kind) === 'credits' ? formatCredits(threshold) : null
}

function numberOf({ kind, threshold }: Threshold, unit: 'days' | 'percent'): number | null {
  return unitOf(kind) === unit ? Number(threshold) : null
}

/** Throws NOT_FOUND unless the rule belongs to the company. */
async function showRule(
  { databases }: OperationDeps,
  companyId: string,
  ruleId: string,
): Promise<ListedRule> {
  const [rule] = await listAlertRules(databases.of(companyId), { companyId, ruleId })
  if (!rule) throw unknownId()
  return rule
}
