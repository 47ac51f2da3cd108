import { changeInWords } from '../../../amounts/compare.ts'
import { parseCredits } from '../../../amounts/credits.ts'
import { Figure } from '../../../parts/figure.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { spendTexts as texts } from '../../../words/en/company/spend.ts'
import type { SpendResult } from './spend.generated.ts'

/** The sums of the whole period, as the backend has added them up. */
export function SpendFigures({ result: { steps, before } }: { result: SpendResult }) {
  const { totals, asOf } = steps
  const change = changeInWords(parseCredits(totals.credits), parseCredits(before.totals.credits))
  return (
    <dl className="figures-row">
      <Figure label={texts.spent} detail={<AsOf at={asOf} />}>
        <Amount credits={totals.credits} hasUnit />
      </Figure>
      <Figure label={texts.before} detail={change ?? texts.nothingBefore}>
        <Amount credits={before.totals.credits} hasUnit />
      </Figure>
      <Figure label={texts.calls} detail={texts.ofThem(totals.failedRequests.toLocaleString('en'))}>
        {totals.requests.toLocaleString('en')}
      </Figure>
      <Figure label={texts.tokens} detail={texts.cached(totals.cachedTokens.toLocaleString('en'))}>
        {totals.totalTokens.toLocaleString('en')}
      </Figure>
    </dl>
  )
}

function AsOf({ at }: { at: string }) {
  return (
    <>
      {texts.asOf} <Moment at={at} as="time" /> {texts.utc}
    </>
  )
}
