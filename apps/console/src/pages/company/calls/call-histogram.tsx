import { Panel } from '../../../parts/panel.tsx'
import { BarPlot } from '../../../parts/plot/bar-plot.tsx'
import { formatExact, parseCredits } from '../../../amounts/credits.ts'
import { formatDay, formatMinute } from '../../../time/moments.ts'
import { type Period, type Span, dayMs } from '../../../time/periods.ts'
import { callsTexts as texts } from '../../../words/en/company/calls.ts'
import type { CallsResult } from './calls.generated.ts'

type CallHistogramProps = {
  buckets: CallsResult['callHistogram']
  span: Span
  onSelect: (period: Period) => void
}

/** Calls over the period. A click or a drag on it, or Enter, makes the period shorter. */
export function CallHistogram({ buckets, span, onSelect }: CallHistogramProps) {
  const failed = buckets.reduce((sum, bucket) => sum + bucket.failed, 0)
  const all = buckets.reduce((sum, bucket) => sum + bucket.succeeded, failed)
  const isLong = span.to.getTime() - span.from.getTime() > 2 * dayMs
  return (
    <Panel>
      <BarPlot
        caption={texts.histogram(all.toLocaleString('en'), failed.toLocaleString('en'))}
        label={texts.histogramLabel}
        series={[texts.charged, texts.notCharged]}
        badSeries={[texts.notCharged]}
        height={120}
        formatTick={(value) => (Number.isInteger(value) ? value.toLocaleString('en') : '')}
        bars={buckets.map(({ from, succeeded, failed: notCharged, credits }, index) => {
          const start = new Date(from)
          return {
            label: formatMinute(start),
            tick: isLong ? newDay(from, buckets[index - 1]?.from) : formatMinute(start).slice(-5),
            value: texts.bar(
              (succeeded + notCharged).toLocaleString('en'),
              notCharged.toLocaleString('en'),
              formatExact(parseCredits(credits)),
            ),
            parts: { [texts.charged]: succeeded, [texts.notCharged]: notCharged },
          }
        })}
        onSelect={({ first, last }) => {
          const from = buckets[first]?.from
          const to = buckets[last + 1]?.from ?? span.to.toISOString()
          if (from !== undefined)
            onSelect({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
        }}
      />
    </Panel>
  )
}

/** Days are named once, where they begin. */
function newDay(from: string, before: string | undefined): string {
  const day = formatDay(new Date(from))
  const isNew = before !== undefined && formatDay(new Date(before)) !== day
  return isNew ? day.slice(0, -5) : ''
}
