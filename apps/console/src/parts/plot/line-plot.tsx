import { extent } from 'd3-array'
import { scaleLinear, scaleUtc } from 'd3-scale'
import { area, curveMonotoneX, curveStepAfter, line } from 'd3-shape'
import { utcDay } from 'd3-time'
import type { ReactNode } from 'react'
import { formatDay } from '../../time/moments.ts'
import { Ticks } from './bar-plot.tsx'
import { PlotFrame, type PlotSize } from './plot-frame.tsx'
import { type PlotRange, plotInset } from './use-plot-selection.ts'

type LinePoint = { at: Date; height: number; label: string; value: string }

/** Something that happened at a moment, drawn on the line: something came in, was taken out, or expired. */
export type PlotMark = { at: Date; kind: 'in' | 'out' | 'expiry' }

type LinePlotProps = {
  caption: ReactNode
  label: string
  points: readonly LinePoint[]
  /** A balance stays until it changes: it is drawn in steps. */
  isStepped?: boolean
  formatTick: (value: number) => string
  height?: number
  marks?: readonly PlotMark[]
  onSelect?: (range: PlotRange) => void
}

/** Shapes as well as colours: up, down, and a diamond. */
const markPaths: Record<PlotMark['kind'], string> = {
  in: 'M0-9 4-2h-8z',
  out: 'M0-2 4-9h-8z',
  expiry: 'M0-10 4-6 0-2-4-6z',
}

const noMarks: readonly PlotMark[] = []

const margin = { top: 8, right: 0, bottom: 24, left: plotInset }

export function LinePlot({
  caption,
  label,
  points,
  isStepped = false,
  formatTick,
  height = 200,
  marks = noMarks,
  onSelect,
}: LinePlotProps) {
  return (
    <PlotFrame
      caption={caption}
      label={label}
      points={points}
      height={height}
      pointAt={(share) => nearest(points, share)}
      onSelect={onSelect}
    >
      {(size) => (
        <Line size={size} points={points} isStepped={isStepped} formatTick={formatTick} marks={marks} />
      )}
    </PlotFrame>
  )
}

type LineProps = Required<Pick<LinePlotProps, 'points' | 'isStepped' | 'formatTick' | 'marks'>> & {
  size: PlotSize
}

function Line({ size: { width, height, selected, range }, points, isStepped, formatTick, marks }: LineProps) {
  const [first, last] = extent(points, ({ at }) => at)
  if (!first || !last) return null
  const x = scaleUtc()
    .domain([first, last])
    .range([margin.left, width - margin.right])
  const [low = 0, high = 1] = extent(points, (point) => point.height)
  const y = scaleLinear()
    .domain([Math.min(0, low), high || 1])
    .nice(4)
    .range([height - margin.bottom, margin.top])
  const curve = isStepped ? curveStepAfter : curveMonotoneX
  const place = { x: (point: LinePoint) => x(point.at), y: (point: LinePoint) => y(point.height) }
  const stroke = line<LinePoint>(place.x, place.y).curve(curve)(points) ?? ''
  const fill = area<LinePoint>(place.x, y(0), place.y).curve(curve)(points) ?? ''
  const chosen = range && [points[range.first], points[range.last]]
  const marked = selected === undefined ? undefined : points[selected]
  const days = utcDay.count(first, last)
  // Counted from the first day: d3's own ticks begin anew with each month, where two of them would overlap.
  const labels = utcDay.range(utcDay.ceil(first), last, Math.max(1, Math.ceil((days * 72) / width)))
  return (
    <svg width={width} height={height} aria-hidden="true">
      <Ticks y={y} width={width} formatTick={formatTick} />
      <path className="plot-fill" d={fill} />
      <path className="plot-line" d={stroke} />
      <g className="plot-labels">
        {labels.map((day) => (
          <text
            key={day.getTime()}
            x={x(day)}
            y={height - 6}
            textAnchor={x(day) > width - 30 ? 'end' : 'middle'}
          >
            {formatDay(day).slice(0, -5)}
          </text>
        ))}
      </g>
      {chosen?.[0] && chosen[1] && chosen[0] !== chosen[1] ? (
        <rect
          className="plot-range"
          x={x(chosen[0].at)}
          y={margin.top}
          width={x(chosen[1].at) - x(chosen[0].at)}
          height={height - margin.top - margin.bottom}
        />
      ) : null}
      {marks
        .filter(({ at }) => at >= first && at <= last)
        .map(({ at, kind }) => (
          <path
            key={`${kind} ${at.getTime()}`}
            className="plot-event"
            data-mark={kind}
            d={markPaths[kind]}
            transform={`translate(${x(at)} ${height - margin.bottom})`}
          />
        ))}
      {marked ? <circle className="plot-mark" cx={x(marked.at)} cy={y(marked.height)} r="4" /> : null}
    </svg>
  )
}

function nearest(points: readonly LinePoint[], share: number): number {
  const [first, last] = extent(points, ({ at }) => at.getTime())
  const at = (first ?? 0) + ((last ?? 0) - (first ?? 0)) * share
  let best = 0
  for (const [index, point] of points.entries())
    if (Math.abs(point.at.getTime() - at) < Math.abs((points[best]?.at.getTime() ?? 0) - at)) best = index
  return best
}
