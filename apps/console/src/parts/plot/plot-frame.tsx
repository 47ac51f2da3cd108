import { type ReactNode, useId, useState } from 'react'
import { plotTexts } from '../../words/en/parts.ts'
import { Button } from '../form/button.tsx'
import { type PlotRange, usePlotSelection } from './use-plot-selection.ts'
import { useWidth } from './use-width.ts'

type PlotPoint = {
  label: string
  /** The value in words, as it is read aloud and written in the table. */
  value: string
}

export type PlotSize = {
  width: number
  height: number
  selected: number | undefined
  range: PlotRange | undefined
}

type PlotFrameProps = {
  /** What the plot shows, in words: the finding, not the axes. */
  caption: ReactNode
  label: string
  points: readonly PlotPoint[]
  height?: number
  /** Index of the point at a place from 0 (left) to 1 (right). */
  pointAt: (share: number) => number
  /** Makes points selectable: by a click, by dragging, or by Enter after Shift and the arrow keys. */
  onSelect?: ((range: PlotRange) => void) | undefined
  children: (size: PlotSize) => ReactNode
}

/** What every plot has: a caption, its values by pointer and keyboard, and the same values as a table. */
export function PlotFrame(props: PlotFrameProps) {
  const { caption, label, points, height = 200 } = props
  const [isTable, setTable] = useState(false)
  const id = useId()
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
        <PlotArea {...props} height={height} />
      )}
    </figure>
  )
}

function PlotArea(props: PlotFrameProps & { height: number }) {
  const { label, points, height, pointAt, onSelect, children } = props
  const [target, width] = useWidth<HTMLDivElement>()
  const { selected, range, handlers } = usePlotSelection({ count: points.length, pointAt, onSelect })
  const point = selected === undefined ? undefined : points[selected]
  return (
    <div ref={target} className="plot-area" style={{ height }}>
      <div
        className="plot-slider"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={selected ?? 0}
        aria-valuetext={point ? plotTexts.value(point.label, point.value) : hintOf(onSelect)}
        data-selects={onSelect !== undefined || undefined}
        {...handlers}
      >
        {width > 0 ? children({ width, height, selected, range }) : null}
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
  )
}

function hintOf(onSelect: PlotFrameProps['onSelect']): string {
  return onSelect ? plotTexts.selectHint : plotTexts.hint
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
