import { formatCredits, parseCredits } from '../../../amounts/credits.ts'
import { Figure } from '../../../parts/figure.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { billingTexts as texts } from '../../../words/en/settings/billing.ts'
import type { BillingResult } from './billing.generated.ts'

export function BalanceFigures({ data: { creditBalance, usage, company } }: { data: BillingResult }) {
  const { credits, held, spentThisMonth, daysLeft, isInDebt } = creditBalance
  const heldMicros = parseCredits(held)
  const isPostpaid = company.billingMode === 'POSTPAID'
  return (
    <dl className="figures-row">
      <Figure
        label={texts.balance}
        detail={
          isInDebt && !isPostpaid
            ? texts.inDebt
            : heldMicros === 0n
              ? texts.nothingHeld
              : texts.held(formatCredits(heldMicros))
        }
      >
        <Amount credits={credits} hasUnit />
      </Figure>
      <Figure label={texts.daysLeft} detail={texts.pace(formatCredits(parseCredits(usage.totals.credits)))}>
        <DaysLeft days={daysLeft} isPostpaid={isPostpaid} />
      </Figure>
      <Figure label={texts.spent}>
        <Amount credits={spentThisMonth} hasUnit />
      </Figure>
    </dl>
  )
}

function DaysLeft({ days, isPostpaid }: { days: number | null; isPostpaid: boolean }) {
  if (days !== null && days <= 365) return days
  return (
    <span className="figure-none">
      {isPostpaid ? texts.paidAfterwards : days === null ? texts.unknownDays : texts.moreThanAYear}
    </span>
  )
}
