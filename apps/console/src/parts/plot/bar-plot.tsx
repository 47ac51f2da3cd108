import { max } from 'd3-array'
import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import type { ReactNode } from 'react'
import { PlotFrame, type PlotSize } from './plot-frame.tsx'
import { type PlotRange, plotInset } from './use-plot-selection.ts'

type Bar = {
  label: string
  /** A shorter label for the axis; empty for none. */
  tick?: string
  /** The total in words. */
  value: string
  /** Series → its height. Heights are for drawing only; texts are exact. */
  parts: Readonly<Record<string, number>>
  /** Height of the same bar in the period before. */
  ghost?: number
}

type BarPlotProps = {
  caption: ReactNode
  label: string
  bars: readonly Bar[]
  /** Series from the bottom to the top. */
  series: readonly string[]
  /** Series that count failures. */
  badSeries?: readonly string[]
  formatTick: (value: number) => string
  height?: number
  onSelect?: (range: PlotRange) => void
}

const margin = { top: 8, right: 0, bottom: 24, left: plotInset }

/** Stacked bars, with the period before as a ghost behind them. */
export function BarPlot(props: BarPlotProps) {
  const { caption, label, bars, series, badSeries = [], formatTick, height = 200, onSelect } = props
  const looks = series.map((name, index) => ({
    name,
    look: badSeries.includes(name) ? 'bad' : String((index % 5) + 1),
  }))
  return (
    <div className="plot-with-legend">
      <PlotFrame
        caption={caption}
        label={label}
        points={bars}
        height={height}
        onSelect={onSelect}
        pointAt={(share) => Math.min(bars.length - 1, Math.max(0, Math.floor(share * bars.length)))}
      >
        {(size) => <Bars size={size} bars={bars} looks={looks} formatTick={formatTick} />}
      </PlotFrame>
      {looks.length > 1 ? <Legend looks={looks} /> : null}
    </div>
  )
}

type SeriesLook = { name: string; look: string }

function Legend({ looks }: { looks: readonly SeriesLook[] }) {
  return (
    <ul className="plot-legend">
      {looks.map(({ name, look }) => (
        <li key={name}>
          <span className="plot-key" data-series={look} />
          {name}
        </li>
      ))}
    </ul>
  )
}

type BarsProps = Pick<BarPlotProps, 'bars' | 'formatTick'> & { looks: readonly SeriesLook[]; size: PlotSize }

function Bars({ size: { width, height, selected, range }, bars, looks, formatTick }: BarsProps) {
  const series = looks.map(({ name }) => name)
  const isFaded = (index: number) =>
    range ? index < range.first || index > range.last : selected !== undefined && selected !== index
  const sums = bars.map(({ parts }) => series.reduce((sum, name) => sum + (parts[name] ?? 0), 0))
  const highest = Math.max(max(sums) ?? 0, max(bars, ({ ghost }) => ghost ?? 0) ?? 0)
  const x = scaleBand<number>()
    .domain(bars.map((_, index) => index))
    .range([margin.left, width - margin.right])
    .paddingInner(0.28)
    .paddingOuter(0.1)
  const y = scaleLinear()
    .domain([0, highest || 1])
    .nice(4)
    .range([height - margin.bottom, margin.top])
  const layers = stack<Bar>()
    .keys(series)
    .value(({ parts }, name) => parts[name] ?? 0)(bars)
  return (
    <svg width={width} height={height} aria-hidden="true">
      <Ticks y={y} width={width} formatTick={formatTick} />
      {bars.map(({ ghost, label }, index) =>
        ghost === undefined ? null : (
          <rect
            key={label}
            className="plot-ghost"
            x={x(index)}
            y={y(ghost)}
            width={x.bandwidth()}
            height={y(0) - y(ghost)}
            rx="2"
          />
        ),
      )}
      {layers.map((layer, index_) => (
        <g key={layer.key} className="plot-series" data-series={looks[index_]?.look}>
          {layer.map(([from, to], index) => (
            <rect
              key={bars[index]?.label}
              x={x(index)}
              y={y(to)}
              width={x.bandwidth()}
              height={Math.max(0, y(from) - y(to))}
              data-faded={isFaded(index) || undefined}
            />
          ))}
        </g>
      ))}
      <DayLabels
        bars={bars}
        at={(index) => (x(index) ?? 0) + x.bandwidth() / 2}
        y={height - 6}
        width={width}
      />
    </svg>
  )
}

type TicksProps = {
  y: { ticks: (count: number) => number[] } & ((value: number) => number)
  width: number
  formatTick: (value: number) => string
}

export function Ticks({ y, width, formatTick }: TicksProps) {
  return (
    <g className="plot-ticks">
      {y.ticks(4).map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <line x1={margin.left} x2={width} />
          <text x={margin.left - 8} dy="0.32em" textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
    </g>
  )
}

type DayLabelsProps = {
  bars: readonly Pick<Bar, 'label' | 'tick'>[]
  at: (index: number) => number
  y: number
  width: number
}

/** As many labels as fit, evenly spread, the last one always. */
function DayLabels({ bars, at, y, width }: DayLabelsProps) {
  const labelled = bars.flatMap(({ label, tick = label }, index) => (tick === '' ? [] : [{ tick, index }]))
  const every = Math.max(1, Math.ceil((labelled.length * 64) / width))
  const shown = labelled.filter((_, place) => (labelled.length - 1 - place) % every === 0)
  return (
    <g className="plot-labels">
      {shown.map(({ tick, index }) => (
        <text
          key={index}
          x={at(index)}
          y={y}
          textAnchor={at(index) > width - 24 && bars.length > 1 ? 'end' : 'middle'}
        >
          {tick}
        </text>
      ))}
    </g>
  )
}
