import { formatCredits, parseCredits } from '../../../amounts/credits.ts'
import { Segments } from '../../../parts/form/segments.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { BarPlot } from '../../../parts/plot/bar-plot.tsx'
import { keyUsageTexts as texts } from '../../../words/en/settings/key.ts'
import type { KeyPeriod } from './key-search.ts'
import type { ApiKeyDetailResult } from './key.generated.ts'
import { countCalls, usageBars } from './usage-bars.ts'

type KeyUsageProps = {
  usage: ApiKeyDetailResult['usage']
  from: Date
  period: KeyPeriod
  onPeriod: (period: KeyPeriod) => void
}

const options = (['48h', '30d', '90d'] as const).map((value) => ({ value, label: texts.periods[value] }))
const series = ['credits']
const count = new Intl.NumberFormat('en')

export function KeyUsage({ usage, from, period, onPeriod }: KeyUsageProps) {
  const { totals, rows } = usage
  const credits = formatCredits(parseCredits(totals.credits))
  const caption =
    totals.requests === 0
      ? texts.none
      : texts.caption(credits, countCalls(totals.requests), count.format(totals.failedRequests))
  return (
    <Panel
      title={texts.title}
      aside={<Segments label={texts.period} value={period} options={options} onChange={onPeriod} />}
    >
      <BarPlot
        caption={caption}
        label={texts.label}
        bars={usageBars(period, from, rows)}
        series={series}
        formatTick={String}
      />
    </Panel>
  )
}
