import { formatExact, parseCredits } from '../../../amounts/credits.ts'
import { type ReceiptSum, formatExactSums, recomputeCharge } from '../../../amounts/receipt-arithmetic.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { receiptTexts as texts } from '../../../words/en/company/receipt.ts'
import type { ReceiptResult } from './receipt.generated.ts'

export type ReceiptCall = ReceiptResult['call']

/** The charge as a sum that the browser has computed again. Without a price there is nothing to compute. */
export function ReceiptCharge({ call }: { call: ReceiptCall }) {
  const { price } = call
  const charged = parseCredits(call.charged)
  if (!price)
    return (
      <Panel title={texts.cost}>
        <Notice tone="info" title={charged === 0n ? texts.notCharged : texts.decided}>
          <p>{call.rule}</p>
        </Notice>
      </Panel>
    )
  const sum = recomputeCharge({ ...call, price })
  return (
    <Panel title={texts.cost}>
      <div className="stack">
        <p className="soft">{call.rule}</p>
        <ChargeTable sum={sum} call={call} />
        <p className="soft small">
          {texts.priceVersion(price.version)} <Moment at={price.since} as="day" />
        </p>
        <Verdict computed={sum.chargedMicros} charged={charged} />
      </div>
    </Panel>
  )
}

function ChargeTable({ sum, call }: { sum: ReceiptSum; call: ReceiptCall }) {
  const givenBack = parseCredits(call.givenBack)
  const amounts = formatExactSums([...sum.lines.map(({ exact }) => exact), sum.exact])
  return (
    <table className="charge">
      <thead>
        <tr>
          <th scope="col">{texts.item}</th>
          <th scope="col">{texts.tokens}</th>
          <th scope="col">{texts.perMillion}</th>
          <th scope="col">{texts.credits}</th>
        </tr>
      </thead>
      <tbody>
        {sum.lines.map(({ name, tokens, perMillion }, index) => (
          <tr key={name}>
            <th scope="row">{texts.lines[name]}</th>
            <td>{tokens.toLocaleString('en')}</td>
            <td>{formatExact(parseCredits(perMillion))}</td>
            <td>{amounts[index]}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <SumRow label={texts.sum} amount={amounts.at(-1) ?? ''} />
        <SumRow label={texts.roundedUp} amount={formatExact(parseCredits(call.charged))} isTotal />
        {givenBack > 0n ? <SumRow label={texts.givenBack} amount={formatExact(givenBack)} /> : null}
      </tfoot>
    </table>
  )
}

function SumRow({ label, amount, isTotal = false }: { label: string; amount: string; isTotal?: boolean }) {
  return (
    <tr data-total={isTotal || undefined}>
      <th scope="row" colSpan={3}>
        {label}
      </th>
      <td>{amount}</td>
    </tr>
  )
}

function Verdict({ computed, charged }: { computed: bigint; charged: bigint }) {
  if (computed === charged)
    return (
      <Notice tone="good" title={texts.agrees}>
        <p>{texts.agreesText(formatExact(computed))}</p>
      </Notice>
    )
  return (
    <Notice tone="bad" title={texts.differs}>
      <p>{texts.differsText(formatExact(computed), formatExact(charged))}</p>
    </Notice>
  )
}
