import { formatCredits, parseCredits } from '../../../amounts/credits.ts'
import { percentOf } from '../../../amounts/compare.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { dayMs } from '../../../time/periods.ts'
import { lotTexts as texts, transactionWords } from '../../../words/en/settings/billing.ts'
import type { BillingResult } from './billing.generated.ts'

type Lot = BillingResult['creditLots'][number]

const shownMax = 8
const soonMs = 14 * dayMs

/** What is left of the credits that were added, in the order in which they are spent. */
export function LotsPanel({ lots }: { lots: readonly Lot[] }) {
  if (lots.length === 0) return null
  return (
    <Panel title={texts.title} aside={<span className="soft small">{texts.text}</span>} isFlush>
      <ul className="rows">
        {lots.slice(0, shownMax).map((lot) => (
          <LotRow key={lot.id} lot={lot} />
        ))}
        {lots.length > shownMax ? (
          <li className="row soft small">{texts.more(lots.length - shownMax)}</li>
        ) : null}
      </ul>
    </Panel>
  )
}

function LotRow({
  lot: { transactionType, reason, remaining, granted, expiresAt, createdAt },
}: {
  lot: Lot
}) {
  const share = percentOf(parseCredits(remaining), parseCredits(granted))
  return (
    <li className="row lot">
      <span className="row-text">
        <span className="row-title">{transactionWords[transactionType]}</span>
        <span className="soft small">
          <span className="row-detail">
            {texts.added} <Moment at={createdAt} as="day" />
          </span>
          {reason === null ? null : <span className="row-detail lot-reason">{reason}</span>}
        </span>
      </span>
      <Expiry at={expiresAt} />
      <span className="lot-amount">
        <Amount credits={remaining} />
        <span className="soft small figures">{texts.of(formatCredits(parseCredits(granted)))}</span>
        <progress value={share} max={100} aria-label={texts.left} />
      </span>
    </li>
  )
}

function Expiry({ at }: { at: string | null }) {
  if (at === null) return <span className="soft small">{texts.never}</span>
  const isSoon = isBefore(at, soonMs)
  return (
    <span className="small">
      {isSoon ? (
        <Badge tone="warn">
          {texts.expires} <Moment at={at} as="day" />
        </Badge>
      ) : (
        <span className="soft">
          {texts.expires} <Moment at={at} as="day" /> {texts.utc}
        </span>
      )}
    </span>
  )
}

function isBefore(at: string, aheadMs: number): boolean {
  return Date.parse(at) - Date.now() < aheadMs
}
