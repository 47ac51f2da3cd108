import { formatCredits, formatExact, parseCredits } from '../../amounts/credits.ts'
import { amountTexts } from '../../words/en/parts.ts'

type AmountProps = {
  /** A decimal with up to six places, as the backend sends it. */
  credits: string
  /** The text to show instead of the shortest exact one, such as that of a column with aligned points. */
  shown?: string
  hasUnit?: boolean
}

/** Credits, exact to the last digit; all six places on hover. */
export function Amount({ credits, shown, hasUnit = false }: AmountProps) {
  const micros = parseCredits(credits)
  return (
    <data
      className="amount"
      value={credits}
      data-tip={amountTexts.exact(formatExact(micros))}
      data-negative={micros < 0n || undefined}
    >
      {shown ?? formatCredits(micros)}
      {hasUnit ? <span className="amount-unit">{amountTexts.unit}</span> : null}
    </data>
  )
}
