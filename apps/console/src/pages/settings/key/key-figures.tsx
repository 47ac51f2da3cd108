import { formatCredits, parseCredits } from '../../../amounts/credits.ts'
import { Meter } from '../../../parts/meter.tsx'
import { Figure } from '../../../parts/figure.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { keyTexts as texts } from '../../../words/en/settings/key.ts'
import type { ApiKeyDetailResult } from './key.generated.ts'

const count = new Intl.NumberFormat('en')

/** What the key has spent, and what its limits leave it now. */
export function KeyFigures({ data: { apiKey, keyLimits } }: { data: ApiKeyDetailResult }) {
  const { spentThisMonth, monthlyCreditCap, lastUsedAt } = apiKey
  return (
    <dl className="figures-row">
      <Figure label={texts.spent}>
        <Amount credits={spentThisMonth} />
        {monthlyCreditCap === null ? null : <Spent spent={spentThisMonth} cap={monthlyCreditCap} />}
      </Figure>
      <Figure label={texts.requestsLeft}>
        {count.format(keyLimits.requestsLeft)} <Limit limit={keyLimits.rpmLimit} />
      </Figure>
      <Figure label={texts.tokensLeft}>
        {count.format(keyLimits.tokensLeft)} <Limit limit={keyLimits.tpmLimit} />
      </Figure>
      <Figure label={texts.lastUsed}>
        {lastUsedAt === null ? (
          <span className="figure-none">{texts.never}</span>
        ) : (
          <Moment at={lastUsedAt} as="ago" />
        )}
      </Figure>
    </dl>
  )
}

function Limit({ limit }: { limit: number }) {
  return <span className="figure-none">{texts.of(count.format(limit))}</span>
}

function Spent({ spent, cap }: { spent: string; cap: string }) {
  const capText = formatCredits(parseCredits(cap))
  // A share for drawing; the text is exact. A limit of 0 is always used up.
  const share = Number(cap) === 0 ? 1 : Number(spent) / Number(cap)
  return (
    <>
      {' '}
      <span className="figure-none">{texts.ofCap(capText)}</span>
      <Meter
        share={share}
        label={texts.cap}
        text={texts.spentOf(formatCredits(parseCredits(spent)), capText)}
      />
    </>
  )
}
