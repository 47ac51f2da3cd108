import { formatCredits, parseCredits } from '../../../../amounts/credits.ts'
import { type AlertKind, ruleTexts } from '../../../../words/en/settings/alerts.ts'
import type { AlertsResult } from '../alerts.generated.ts'

export type Rule = AlertsResult['alertRules'][number]
export type Suggested = AlertsResult['suggestedAlertRules'][number]

type Terms = { unit: 'credits' } | { unit: 'days' | 'percent'; min: number; max: number }

/** The unit in which the threshold of a rule is written, with the limits of whole numbers, which the browser checks. */
export const termsOf: Readonly<Record<AlertKind, Terms>> = {
  BALANCE_BELOW: { unit: 'credits' },
  BUDGET_SHARE_REACHED: { unit: 'percent', min: 1, max: 100 },
  DAILY_SPEND_ABOVE: { unit: 'credits' },
  DAYS_LEFT_BELOW: { unit: 'days', min: 1, max: 365 },
  FAILURE_SHARE_ABOVE: { unit: 'percent', min: 1, max: 99 },
  KEY_EXPIRES_WITHIN: { unit: 'days', min: 1, max: 365 },
  SPEND_UNUSUAL: { unit: 'percent', min: 110, max: 10_000 },
}

/** The rule as a sentence. */
export function describeRule({ kind, credits, days, percent }: Rule | Suggested): string {
  const threshold = credits === null ? String(days ?? percent ?? '') : formatCredits(parseCredits(credits))
  return ruleTexts[kind].of(threshold)
}
