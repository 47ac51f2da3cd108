import { scaleBand, scaleLinear } from 'd3-scale'
import type { ReactNode } from 'react'
import { Ticks } from './bar-plot.tsx'
import { PlotFrame, type PlotSize } from './plot-frame.tsx'
import { plotInset } from './use-plot-selection.ts'

export type WaterfallStep = {
  label: string
  /** A short label for the axis. */
  tick: string
  /** What the step adds, in words. */
  value: string
  /** Heights are for drawing only; texts are exact. */
  adds: number
  /** What the step could add at most. */
  atMost: number
  tone: 'good' | 'warn' | 'bad' | 'neutral'
}

type WaterfallPlotProps = {
  caption: ReactNode
  label: string
  start: { label: string; value: string; height: number }
  steps: readonly WaterfallStep[]
  end: { label: string; value: string; height: number }
  /** The step that something else on the page points at. */
  marked?: number | undefined
  onSelect?: ((step: number) => void) | undefined
  height?: number
}

const margin = { top: 8, right: 0, bottom: 24, left: plotInset }

/** A sum, step by step: each bar begins where the one before ends. Outlines show what a step could add at most. */
export function WaterfallPlot(props: WaterfallPlotProps) {
  const { caption, label, start, steps, end, onSelect, height = 200 } = props
  const points = [start, ...steps, end]
  return (
    <PlotFrame
      caption={caption}
      label={label}
      points={points}
      height={height}
      pointAt={(share) => Math.min(points.length - 1, Math.max(0, Math.floor(share * points.length)))}
      onSelect={
        onSelect &&
        (({ first }) => {
          if (first > 0 && first <= steps.length) onSelect(first - 1)
        })
      }
    >
      {(size) => <Steps {...props} size={size} />}
    </PlotFrame>
  )
}

function Steps({ size, start, steps, end, marked }: WaterfallPlotProps & { size: PlotSize }) {
  const { width, height, selected } = size
  const most = steps.reduce((sum, { atMost }) => sum + atMost, start.height)
  const x = scaleBand<number>()
    .domain(Array.from({ length: steps.length + 2 }, (_, index) => index))
    .range([margin.left, width - margin.right])
    .paddingInner(0.24)
    .paddingOuter(0.1)
  // The axis begins a little below the start, which is far above zero in most sums.
  const lowest = Math.max(0, start.height - (most - start.height) * 0.3)
  const y = scaleLinear()
    .domain([lowest, Math.max(most, end.height, lowest + 1)])
    .range([height - margin.bottom, margin.top])
  const bottoms = steps.map((_, index) =>
    steps.slice(0, index).reduce((sum, { adds }) => sum + adds, start.height),
  )
  const isFaded = (index: number) => {
    const pointed = selected ?? (marked === undefined ? undefined : marked + 1)
    return pointed !== undefined && pointed !== index
  }
  const bar = (index: number, from: number, to: number) => ({
    x: x(index),
    y: y(to),
    width: x.bandwidth(),
    height: Math.max(0, y(from) - y(to)),
    rx: 2,
    'data-faded': isFaded(index) || undefined,
  })
  return (
    <svg className="waterfall" width={width} height={height} aria-hidden="true">
      <Ticks y={y} width={width} formatTick={(tick) => tick.toLocaleString('en')} />
      <rect className="waterfall-end" {...bar(0, lowest, start.height)} />
      {steps.map(({ label, adds, atMost, tone }, index) => {
        const bottom = bottoms[index] ?? start.height
        return (
          <g key={label} data-tone={tone}>
            <rect className="waterfall-most" {...bar(index + 1, bottom, bottom + Math.max(adds, atMost))} />
            <rect className="waterfall-step" {...bar(index + 1, bottom, bottom + adds)} />
            <line
              className="waterfall-joint"
              x1={x(index)}
              x2={(x(index + 1) ?? 0) + x.bandwidth()}
              y1={y(bottom)}
              y2={y(bottom)}
            />
          </g>
        )
      })}
      <rect className="waterfall-end" {...bar(steps.length + 1, lowest, end.height)} />
      <g className="plot-labels">
        {steps.map(({ label, tick }, index) => (
          <text key={label} x={(x(index + 1) ?? 0) + x.bandwidth() / 2} y={height - 6} textAnchor="middle">
            {tick}
          </text>
        ))}
      </g>
    </svg>
  )
}
