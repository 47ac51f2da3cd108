import { useDeferredValue } from 'react'
import { changeInWords } from '../../../../amounts/compare.ts'
import { formatCredits, parseCredits } from '../../../../amounts/credits.ts'
import { useAsked } from '../../../../graphql/use-asked.ts'
import { BarPlot } from '../../../../parts/plot/bar-plot.tsx'
import { Loaded } from '../../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../../parts/states/skeleton.tsx'
import { Amount } from '../../../../parts/text/amount.tsx'
import { modelTexts as texts } from '../../../../words/en/platform/models.ts'
import { type PreviewPriceResult, previewPrice } from './model.generated.ts'
import type { Price } from './alias-details.ts'

const decimal = /^\d+(?:\.\d{1,6})?$/
const companiesDrawn = 12

type PriceRehearsalProps = { alias: string; price: Price; current: Price | undefined }

export function PriceRehearsal({ alias, price, current }: PriceRehearsalProps) {
  const settled = useDeferredValue(price)
  const { input, cachedInput, output } = settled
  const isComplete = [input, cachedInput, output].every((text) => decimal.test(text))
  const isSame =
    current !== undefined &&
    isComplete &&
    (['input', 'cachedInput', 'output'] as const).every(
      (name) => parseCredits(settled[name]) === parseCredits(current[name]),
    )
  const asks = isComplete && !isSame && current !== undefined
  const asked = useAsked(previewPrice, { alias, input, cachedInput, output }, { isEnabled: asks })
  return (
    <section className="rehearsal" aria-label={texts.rehearsal}>
      <h3>{texts.rehearsal}</h3>
      {asks ? (
        <Loaded asked={asked} skeleton={<Skeleton lines={2} height={28} />}>
          {({ previewPrice: preview }) => <Rehearsed preview={preview} />}
        </Loaded>
      ) : (
        <p className="soft">{isSame ? texts.same : texts.rehearsalWait}</p>
      )}
    </section>
  )
}

type Preview = PreviewPriceResult['previewPrice']

function Rehearsed({ preview: { before, after, companies } }: { preview: Preview }) {
  const [was, willBe] = [parseCredits(before), parseCredits(after)]
  if (was === 0n && willBe === 0n) return <p className="soft">{texts.nothingUsed}</p>
  return (
    <>
      <dl className="rehearsal-figures">
        <div>
          <dt>{texts.costs}</dt>
          <dd>
            <Amount credits={before} />
          </dd>
        </div>
        <div>
          <dt>{texts.wouldBe}</dt>
          <dd>
            <Amount credits={after} />
          </dd>
        </div>
        <div>
          <dt>{texts.change}</dt>
          <dd>{changeInWords(willBe, was) ?? '–'}</dd>
        </div>
      </dl>
      <BarPlot
        caption={companiesAbove(companies)}
        label={texts.plotLabel}
        series={[texts.plotSame, texts.plotMore]}
        badSeries={[texts.plotMore]}
        height={140}
        formatTick={(value) => value.toLocaleString('en')}
        bars={companies.slice(0, companiesDrawn).map((company) => {
          const [own, next] = [parseCredits(company.before), parseCredits(company.after)]
          return {
            label: company.companyName ?? texts.someCompany,
            tick: (company.companyName ?? texts.someCompany).slice(0, 10),
            value: texts.bar(formatCredits(own), formatCredits(next)),
            parts: {
              [texts.plotSame]: heightOf(next < own ? next : own),
              [texts.plotMore]: heightOf(next > own ? next - own : 0n),
            },
            ghost: heightOf(own),
          }
        })}
      />
    </>
  )
}

/** For drawing only. */
function heightOf(micros: bigint): number {
  return Number(micros) / 1_000_000
}

function companiesAbove(companies: Preview['companies']): string {
  const above = companies.filter(
    ({ before, after }) => parseCredits(after) * 10n > parseCredits(before) * 11n,
  ).length
  if (above === 0) return texts.noCompanies
  return above === 1 ? texts.oneCompany : texts.companies(above)
}
