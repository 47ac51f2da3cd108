import { BarPlot } from '../../../parts/plot/bar-plot.tsx'
import type { Sample } from '../../../parts/plot/use-samples.ts'
import { formatTime } from '../../../time/moments.ts'
import { generatorTexts as texts } from '../../../words/en/platform/generator.ts'

export function RatePlot({ samples }: { samples: readonly Sample[] }) {
  if (samples.length < 2) return <p className="soft plot-wait">{texts.plotWait}</p>
  const last = samples.at(-1)?.value ?? 0
  return (
    <BarPlot
      caption={texts.point(format(last))}
      label={texts.plotLabel}
      series={[texts.rate]}
      height={140}
      formatTick={(value) => (Number.isInteger(value) ? value.toLocaleString('en') : '')}
      bars={samples.map(({ at, value: rate }) => {
        const time = formatTime(new Date(at))
        return { label: time, tick: time, value: texts.point(format(rate)), parts: { [texts.rate]: rate } }
      })}
    />
  )
}

function format(rate: number): string {
  return rate.toLocaleString('en', { maximumFractionDigits: 1 })
}
