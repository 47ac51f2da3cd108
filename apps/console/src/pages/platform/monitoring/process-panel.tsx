import { Figure } from '../../../parts/figure.tsx'
import { BarPlot } from '../../../parts/plot/bar-plot.tsx'
import { useSamples } from '../../../parts/plot/use-samples.ts'
import { formatTime } from '../../../time/moments.ts'
import { monitoringTexts as texts } from '../../../words/en/platform/monitoring.ts'
import type { MonitoringResult } from './monitoring.generated.ts'

type Stats = NonNullable<MonitoringResult['monitoringStats']>

const percent = (value: number) => `${value.toLocaleString('en', { maximumFractionDigits: 1 })} %`
const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576).toLocaleString('en')} MiB`

export function ProcessPanel({ stats, at }: { stats: Stats; at: number }) {
  const { cpuPercent, eventLoop, memory } = stats
  const samples = useSamples(cpuPercent, at)
  return (
    <>
      <dl className="figures-row">
        <Figure label={texts.cpu}>{percent(cpuPercent)}</Figure>
        <Figure label={texts.loop} detail={texts.loopDelay(`${eventLoop.delayP99Ms.toFixed(1)} ms`)}>
          {percent(eventLoop.utilization * 100)}
        </Figure>
        <Figure label={texts.memory} detail={texts.heap(megabytes(memory.heapUsedBytes))}>
          {megabytes(memory.rssBytes)}
        </Figure>
      </dl>
      {samples.length < 2 ? (
        <p className="soft plot-wait">{texts.plotWait}</p>
      ) : (
        <BarPlot
          caption={texts.cpuPlot}
          label={texts.cpuPlotLabel}
          series={[texts.cpu]}
          height={120}
          formatTick={percent}
          bars={samples.map((sample) => {
            const label = formatTime(new Date(sample.at))
            return {
              label,
              tick: label,
              value: percent(sample.value),
              parts: { [texts.cpu]: sample.value },
            }
          })}
        />
      )}
    </>
  )
}
