import { max } from 'd3-array'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'

type SparklineProps = {
  values: readonly number[]
  /** What the line says, in words: "twice as much as last week". */
  label: string
}

const [width, height] = [72, 20]

/** The course of a value in the row of a table. */
export function Sparkline({ values, label }: SparklineProps) {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [1, width - 1])
  const y = scaleLinear([0, max(values) || 1], [height - 2, 2])
  const path = line<number>((_, index) => x(index), y)(values) ?? ''
  return (
    <svg className="sparkline" width={width} height={height} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}
