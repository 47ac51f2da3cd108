// The rules that are offered to a company: one of each usual kind of which it has no rule. Nothing is watched until an
// admin sets a rule, because every rule sends mails.
import { formatCredits } from '@gatehouse/credits/credit'
import type { Database } from '@gatehouse/schema/database'
import type { AlertFigures } from './alert-figures.ts'
import type { AlertRule } from './alert-rule.ts'
import { shortenDecimal } from './describe-alert.ts'
import { listAlertRules } from './list-alerts.ts'
import { readAlertFigures } from './read-figures.ts'

export type SuggestedRule = Omit<AlertRule, 'id'> & {
  /** Why the rule is offered, in a sentence for the admins of the company. */
  reason: string
}

export async function readSuggestedRules(database: Database, companyId: string): Promise<SuggestedRule[]> {
  const figures = await readAlertFigures(database, companyId)
  if (!figures) return []
  return suggestRules(figures, await listAlertRules(database, { companyId }))
}

const noCreditsLeft = 'Calls are rejected when no credits are left.'
// In micro-credits.
const balanceWithoutUsage = 100_000_000n
const daysToBuy = 7n

export function suggestRules(
  figures: Pick<AlertFigures, 'balanceMicros' | 'earlierDaysMicros'>,
  rules: readonly Pick<AlertRule, 'kind'>[],
): SuggestedRule[] {
  const isPrepaid = figures.balanceMicros !== null
  const suggested: SuggestedRule[] = [
    ...(isPrepaid
      ? [
          suggestBalance(figures.earlierDaysMicros),
          { kind: 'DAYS_LEFT_BELOW', threshold: daysToBuy, reason: noCreditsLeft } as const,
        ]
      : []),
    {
      kind: 'BUDGET_SHARE_REACHED',
      threshold: 80n,
      reason: 'There is time to raise a budget or the cap of a key before it is used up.',
    },
    {
      kind: 'FAILURE_SHARE_ABOVE',
      threshold: 20n,
      reason: 'Failed calls are not charged, so the spend does not show them.',
    },
    { kind: 'KEY_EXPIRES_WITHIN', threshold: 14n, reason: 'The calls of an expired key are rejected.' },
  ]
  return suggested.filter(({ kind }) => !rules.some((rule) => rule.kind === kind))
}

/** Enough for a week of the company's own usage. */
function suggestBalance(dayMicros: readonly bigint[]): SuggestedRule {
  const kind = 'BALANCE_BELOW'
  if (dayMicros.length === 0) return { kind, threshold: balanceWithoutUsage, reason: noCreditsLeft }
  const spent = dayMicros.reduce((sum, micros) => sum + micros, 0n)
  const mean = roundUp(spent / BigInt(dayMicros.length))
  const credits = shortenDecimal(formatCredits(mean))
  const reason = `A day with usage cost about ${credits} credits in the last four weeks. This is enough for ${daysToBuy} such days.`
  return { kind, threshold: mean * daysToBuy, reason }
}

/** Rounds up to two significant digits. */
function roundUp(micros: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, String(micros).length - 2))
  return ((micros + unit - 1n) / unit) * unit
}
