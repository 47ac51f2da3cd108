import { formatExact, parseCredits } from '../../../amounts/credits.ts'
import { Panel } from '../../../parts/panel.tsx'
import { BarPlot } from '../../../parts/plot/bar-plot.tsx'
import { formatDay } from '../../../time/moments.ts'
import { dayMs } from '../../../time/periods.ts'
import { overviewTexts as texts } from '../../../words/en/platform/overview.ts'
import type { PlatformOverviewResult } from './overview.generated.ts'

type UsagePlotProps = { days: PlatformOverviewResult['days']; since: string; count: number }

/** Heights are for drawing only; the values are exact. Days without calls have no row, but a bar. */
export function UsagePlot({ days, since, count }: UsagePlotProps) {
  const rows = new Map(days.map((row) => [row.day, row]))
  const bars = Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.parse(since) + index * dayMs)
    const row = rows.get(at.toISOString().slice(0, 10))
    const label = formatDay(at)
    return {
      label,
      tick: label.slice(0, -5),
      value: texts.bar(
        formatExact(parseCredits(row?.credits ?? '0')),
        (row?.requests ?? 0).toLocaleString('en'),
        (row?.failedRequests ?? 0).toLocaleString('en'),
      ),
      parts: { [texts.series]: Math.max(0, Number(row?.credits ?? '0')) },
    }
  })
  return (
    <Panel>
      <BarPlot
        caption={texts.plot}
        label={texts.plotLabel}
        series={[texts.series]}
        height={160}
        formatTick={(value) => value.toLocaleString('en', { maximumFractionDigits: 6 })}
        bars={bars}
      />
    </Panel>
  )
}
