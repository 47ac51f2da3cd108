// Rules by which the admins of a company are alerted: what is compared with the threshold, and in which unit.
import { Fault } from '@gatehouse/runtime/fault'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    alerts:
      | 'alerts.company_not_found'
      | 'alerts.kind_fixed'
      | 'alerts.rule_exists'
      | 'alerts.rule_not_found'
      | 'alerts.tests_too_many'
      | 'alerts.threshold'
      | 'alerts.too_many'
  }
}

export type ThresholdUnit = 'credits' | 'days' | 'percent'

type KindTerms = { unit: ThresholdUnit; min: bigint; max: bigint }

// A billion credits, in micro-credits.
const creditsMax = 1_000_000_000_000_000n

/** The unit of each kind's threshold, and its smallest and largest value. Credits are in micro-credits. */
const kindTerms = {
  BALANCE_BELOW: { unit: 'credits', min: 0n, max: creditsMax },
  DAYS_LEFT_BELOW: { unit: 'days', min: 1n, max: 365n },
  DAILY_SPEND_ABOVE: { unit: 'credits', min: 0n, max: creditsMax },
  BUDGET_SHARE_REACHED: { unit: 'percent', min: 1n, max: 100n },
  FAILURE_SHARE_ABOVE: { unit: 'percent', min: 1n, max: 99n },
  KEY_EXPIRES_WITHIN: { unit: 'days', min: 1n, max: 365n },
  SPEND_UNUSUAL: { unit: 'percent', min: 110n, max: 10_000n },
} as const satisfies Record<string, KindTerms>

export type AlertKind = keyof typeof kindTerms

export const alertKinds = Object.keys(kindTerms) as readonly AlertKind[]

export type AlertRule = {
  id: string
  kind: AlertKind
  /** In the unit of the kind; credits in micro-credits. */
  threshold: bigint
}

export const rulesMax = 50

/**
 * Rules of a new company. A soft budget rejects nothing, so without rules for shares of budgets it would have no effect.
 * `attention` reports a balance that lasts less than a week, too.
 */
export const defaultRules: readonly Omit<AlertRule, 'id'>[] = [
  { kind: 'DAYS_LEFT_BELOW', threshold: 7n },
  { kind: 'BUDGET_SHARE_REACHED', threshold: 80n },
  { kind: 'BUDGET_SHARE_REACHED', threshold: 100n },
]

export function unitOf(kind: AlertKind): ThresholdUnit {
  return kindTerms[kind].unit
}

/** Thresholds that a caller gave; exactly the one in the kind's unit must be there. Undefined credits could not be read. */
export type GivenThresholds = {
  credits: bigint | null | undefined
  days: number | null
  percent: number | null
}

/** Throws a fault that says what is expected, and of which input, unless the threshold fits the kind. */
export function readThreshold(kind: AlertKind, given: GivenThresholds): bigint {
  const { unit, min, max } = kindTerms[kind]
  const value = given[unit]
  const surplus = (['credits', 'days', 'percent'] as const).find(
    (other) => other !== unit && given[other] !== null,
  )
  const threshold = typeof value === 'number' ? BigInt(value) : value
  if (threshold === null || threshold === undefined || threshold < min || threshold > max)
    throw invalidRule('alerts.threshold', describeTerms(kind), { input: unit })
  if (surplus !== undefined)
    throw invalidRule('alerts.threshold', `This alert compares ${unit}. Leave out ${surplus}.`, {
      input: surplus,
    })
  return threshold
}

function describeTerms(kind: AlertKind): string {
  const { unit, min, max } = kindTerms[kind]
  switch (unit) {
    case 'credits':
      return 'Enter credits from 0 to 1,000,000,000 with at most six decimals, such as 250.'
    case 'days':
      return `Enter a whole number of days from ${min} to ${max}.`
    case 'percent':
      return `Enter a whole percentage from ${min} to ${max}.`
  }
}

export function invalidRule(
  code:
    | 'alerts.kind_fixed'
    | 'alerts.rule_exists'
    | 'alerts.tests_too_many'
    | 'alerts.threshold'
    | 'alerts.too_many',
  publicMessage: string,
  more: { input?: string; cause?: unknown } = {},
): Fault {
  return new Fault({ kind: 'invalid', code, publicMessage, ...more })
}

export function ruleNotFound(): Fault {
  const publicMessage = 'The company has no such alert rule.'
  return new Fault({ kind: 'not_found', code: 'alerts.rule_not_found', publicMessage })
}
