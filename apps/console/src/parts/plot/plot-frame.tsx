import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { plotTexts } from '../../words/en/parts.ts'
import { Button } from '../form/button.tsx'
import { useWidth } from './use-width.ts'

type PlotPoint = {
  label: string
  /** The value in words, as it is read aloud and written in the table. */
  value: string
}

export type PlotSize = { width: number; height: number; selected: number | undefined }

type PlotFrameProps = {
  /** What the plot shows, in words: the finding, not the axes. */
  caption: ReactNode
  label: string
  points: readonly PlotPoint[]
  height?: number
  /** Index of the point at a place from 0 (left) to 1 (right). */
  pointAt: (share: number) => number
  children: (size: PlotSize) => ReactNode
}

/** What every plot has: a caption, its values by pointer and keyboard, and the same values as a table. */
export function PlotFrame({ caption, label, points, height = 200, pointAt, children }: PlotFrameProps) {
  const [isTable, setTable] = useState(false)
  const [selected, setSelected] = useState<number>()
  const [target, width] = useWidth<HTMLDivElement>()
  const id = useId()
  const point = selected === undefined ? undefined : points[selected]
  function onKeyDown(event: KeyboardEvent): void {
    const next = keyTarget(event.key, selected, points.length)
    if (next === undefined) return
    event.preventDefault()
    setSelected(next)
  }
  return (
    <figure className="plot" aria-labelledby={id}>
      <figcaption className="plot-head">
        <span id={id}>{caption}</span>
        <Button size="s" kind="quiet" onClick={() => setTable(!isTable)}>
          {isTable ? plotTexts.asPlot : plotTexts.asTable}
        </Button>
      </figcaption>
      {isTable ? (
        <PlotTable label={label} points={points} height={height} />
      ) : (
        <div ref={target} className="plot-area" style={{ height }}>
          <div
            className="plot-slider"
            role="slider"
            tabIndex={0}
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={Math.max(0, points.length - 1)}
            aria-valuenow={selected ?? 0}
            aria-valuetext={point ? plotTexts.value(point.label, point.value) : plotTexts.hint}
            onKeyDown={onKeyDown}
            onPointerMove={(event) => {
              const box = event.currentTarget.getBoundingClientRect()
              setSelected(pointAt((event.clientX - box.left) / box.width))
            }}
            onPointerLeave={() => setSelected(undefined)}
            onBlur={() => setSelected(undefined)}
          >
            {width > 0 ? children({ width, height, selected }) : null}
          </div>
          {point ? (
            <p
              className="plot-value"
              data-side={(selected ?? 0) > points.length / 2 ? 'left' : 'right'}
              aria-hidden="true"
            >
              <span>{point.label}</span>
              <strong className="figures">{point.value}</strong>
            </p>
          ) : null}
        </div>
      )}
    </figure>
  )
}

function PlotTable({ label, points, height }: Pick<PlotFrameProps, 'label' | 'points'> & { height: number }) {
  return (
    // The region scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="plot-table" aria-label={label} tabIndex={0} style={{ height }}>
      <table>
        <tbody>
          {points.map(({ label: name, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="figures">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function keyTarget(key: string, selected: number | undefined, count: number): number | undefined {
  const last = count - 1
  if (last < 0) return undefined
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, (selected ?? -1) + 1)
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, (selected ?? count) - 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}
