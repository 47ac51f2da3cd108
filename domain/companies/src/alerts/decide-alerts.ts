// Compares the figures of a company with its rules and the crossings that are open, and decides which crossings begin and
// which end. A crossing ends when its value has come back, or with the day or month that the value belongs to; from then
// on the rule can be crossed again.
import type { AlertFigures } from './alert-figures.ts'
import type { AlertKind, AlertRule } from './alert-rule.ts'

/** A value that a rule compares with its threshold, in the unit of the threshold. */
type AlertValue = {
  /** Identifies a budget or key; empty for the company. */
  subject: string
  /** Day or month, such as `2026-11`; empty for a value without a period. */
  period: string
  /** Null if the value is not known at the moment: what is open stays open. */
  value: number | null
  /** The name of the budget or key, for the mail. */
  name?: string
  keyId?: string | null
}

export type OpenCrossing = { id: string; ruleId: string; subject: string; period: string }

export type NewCrossing = { rule: AlertRule } & AlertValue & { value: number }

export type AlertDecision = { begun: NewCrossing[]; endedIds: string[] }

export function decideAlerts(
  rules: readonly AlertRule[],
  figures: AlertFigures,
  open: readonly OpenCrossing[],
): AlertDecision {
  const decision: AlertDecision = { begun: [], endedIds: [] }
  for (const rule of rules) {
    const values = readValues(rule.kind, figures)
    const left = new Map(
      open.filter(({ ruleId }) => ruleId === rule.id).map((crossing) => [crossing.subject, crossing]),
    )
    for (const value of values) {
      const current = left.get(value.subject)
      left.delete(value.subject)
      const isOpen = current !== undefined && current.period === value.period
      if (current && (!isOpen || hasComeBack(rule, value))) decision.endedIds.push(current.id)
      if (!isOpen && isCrossed(rule, value)) decision.begun.push({ ...value, rule, value: value.value ?? 0 })
    }
    // Their budget or key is gone, or the company has no such value at present.
    decision.endedIds.push(...[...left.values()].map(({ id }) => id))
  }
  return decision
}

// With fewer calls, a few failures would be a large share.
const callsMin = 20
// With fewer days, one of them says little about the others.
const usualDaysMin = 7

function readValues(kind: AlertKind, figures: AlertFigures): AlertValue[] {
  const today = figures.now.toISOString().slice(0, 10)
  const ofCompany = (value: number | null, period = ''): AlertValue[] => [{ subject: '', period, value }]
  switch (kind) {
    case 'BALANCE_BELOW':
      return figures.balanceMicros === null ? [] : ofCompany(Number(figures.balanceMicros))
    case 'DAYS_LEFT_BELOW':
      return figures.daysLeft === null ? [] : ofCompany(figures.daysLeft)
    case 'DAILY_SPEND_ABOVE':
      return ofCompany(Number(figures.spentTodayMicros), today)
    case 'BUDGET_SHARE_REACHED':
      // A limit of 0 forbids spending; that it is used up is not news.
      return figures.limits
        .filter(({ limitMicros }) => limitMicros > 0n)
        .map(({ subject, name, keyId, limitMicros, spentMicros }) => ({
          subject,
          name,
          keyId,
          period: today.slice(0, 7),
          value: percentOf(Number(spentMicros), Number(limitMicros)),
        }))
    case 'FAILURE_SHARE_ABOVE': {
      const { total, failed } = figures.calls
      if (total === 0) return []
      return ofCompany(total < callsMin ? null : percentOf(failed, total))
    }
    case 'KEY_EXPIRES_WITHIN':
      return figures.keys.map(({ keyId, name, expiresAt }) => ({
        subject: `key:${keyId}`,
        name: `the key ${name}`,
        keyId,
        period: '',
        value: (expiresAt.getTime() - figures.now.getTime()) / 86_400_000,
      }))
    case 'SPEND_UNUSUAL': {
      const usual = medianOf(figures.earlierDaysMicros)
      if (usual === 0 || figures.earlierDaysMicros.length < usualDaysMin) return []
      return ofCompany(percentOf(Number(figures.spentTodayMicros), usual), today)
    }
  }
}

function isCrossed({ kind, threshold }: AlertRule, { value }: AlertValue): boolean {
  if (value === null) return false
  const limit = Number(threshold)
  switch (kind) {
    case 'BALANCE_BELOW':
    case 'DAYS_LEFT_BELOW':
    case 'KEY_EXPIRES_WITHIN':
      return value < limit
    case 'BUDGET_SHARE_REACHED':
      return value >= limit
    case 'DAILY_SPEND_ABOVE':
    case 'FAILURE_SHARE_ABOVE':
    case 'SPEND_UNUSUAL':
      return value > limit
  }
}

/** Values that vary around their threshold come back only at some distance from it, so that they do not alert again and again. */
function hasComeBack({ kind, threshold }: AlertRule, { value }: AlertValue): boolean {
  if (value === null) return false
  const limit = Number(threshold)
  switch (kind) {
    case 'BALANCE_BELOW':
      return value >= limit * 1.01
    case 'DAYS_LEFT_BELOW':
      return value >= limit + 1
    case 'FAILURE_SHARE_ABOVE':
      return value <= limit * 0.8
    case 'KEY_EXPIRES_WITHIN':
      return value >= limit
    case 'BUDGET_SHARE_REACHED':
      return value < limit
    case 'DAILY_SPEND_ABOVE':
    case 'SPEND_UNUSUAL':
      return value <= limit
  }
}

function percentOf(part: number, whole: number): number {
  return (part * 100) / whole
}

function medianOf(values: readonly bigint[]): number {
  const sorted = values.map(Number).toSorted((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 0 ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper
}
