import { Button } from '../../../parts/form/button.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { offersTexts as texts } from '../../../words/en/platform/offers.ts'
import type { OfferChange, Pack, Plan } from './offer.ts'

type PlanRowProps = { plan: Plan; onChange: (change: OfferChange) => void }

export function PlanRow({ plan, onChange }: PlanRowProps) {
  const { name, active, billingMode, credits, price, currency, interval, trialDays } = plan
  return (
    <li className="row">
      <div className="row-text">
        <p className="row-title">
          {name}
          <OfferState isOffered={active} />
          {plan.needsProviderPricing ? <Badge tone="warn">{texts.noPrice}</Badge> : null}
        </p>
        <p className="soft small">
          <span className="row-detail">{texts.credits(credits.toLocaleString('en'))}</span>
          <span className="row-detail">{texts.modes[billingMode]}</span>
          {trialDays > 0 ? <span className="row-detail">{texts.trial(trialDays)}</span> : null}
        </p>
      </div>
      <span className="figures">
        {texts.perInterval(formatMoney(price, currency), texts.intervals[interval])}
      </span>
      <Button
        size="s"
        aria-label={texts.editOffer(name)}
        onClick={() => onChange({ kind: 'plan', present: plan })}
      >
        {texts.edit}
      </Button>
    </li>
  )
}

type PackRowProps = { pack: Pack; onChange: (change: OfferChange) => void }

export function PackRow({ pack, onChange }: PackRowProps) {
  const { name, status, credits, price, currency } = pack
  const rate = credits > 0 ? (price / credits) * 1_000 : 0
  return (
    <li className="row">
      <div className="row-text">
        <p className="row-title">
          {name}
          <OfferState isOffered={status === 'ACTIVE'} />
        </p>
        <p className="soft small">
          <span className="row-detail">{texts.credits(credits.toLocaleString('en'))}</span>
          <span className="row-detail">{texts.rate(formatMoney(rate, currency))}</span>
        </p>
      </div>
      <span className="figures">{formatMoney(price, currency)}</span>
      <Button
        size="s"
        aria-label={texts.editOffer(name)}
        onClick={() => onChange({ kind: 'pack', present: pack })}
      >
        {texts.edit}
      </Button>
    </li>
  )
}

function OfferState({ isOffered }: { isOffered: boolean }) {
  return <Badge tone={isOffered ? 'good' : 'neutral'}>{isOffered ? texts.offered : texts.notOffered}</Badge>
}

function formatMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
}
