import { apply } from '../pdf/geometry.ts'
import type { Matrix, Point } from '../pdf/page-content.ts'

const curveSteps = 6
/** The codes that pdf.js puts before the coordinates in a path, and how many coordinates follow each. */
const moveTo = 0
const lineTo = 1
const curveTo = 2
const quadraticCurveTo = 3
const closePath = 4
const coordinates: Readonly<Record<number, number>> = {
  [moveTo]: 2,
  [lineTo]: 2,
  [curveTo]: 6,
  [quadraticCurveTo]: 4,
  [closePath]: 0,
}

/** Converts a path in pdf.js' packed form to closed outlines in page space. */
export function flattenPath(packed: readonly number[], matrix: Matrix): Point[][] {
  const outlines: Point[][] = []
  let index = 0
  while (index < packed.length) {
    const code = packed[index] ?? closePath
    const count = coordinates[code]
    if (count === undefined) return outlines
    const points = pointsOf(packed.slice(index + 1, index + 1 + count), matrix)
    index += 1 + count
    const last = points.at(-1)
    if (last === undefined) continue
    if (code === moveTo) outlines.push([last])
    else outlines.at(-1)?.push(...follow(outlines.at(-1)?.at(-1) ?? last, points))
  }
  return outlines.filter((outline) => outline.length > 2)
}

function pointsOf(numbers: readonly number[], matrix: Matrix): Point[] {
  const points: Point[] = []
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    points.push(apply(matrix, [numbers[index] ?? 0, numbers[index + 1] ?? 0]))
  }
  return points
}

/** A line has one point, a quadratic curve two, a cubic curve three; de Casteljau's algorithm handles all of them. */
function follow(from: Point, points: readonly Point[]): Point[] {
  if (points.length === 1) return [...points]
  return Array.from({ length: curveSteps }, (_, step) => pointAt([from, ...points], (step + 1) / curveSteps))
}

function pointAt(control: readonly Point[], share: number): Point {
  const [first = [0, 0]] = control
  if (control.length === 1) return first
  const next: Point[] = []
  for (let index = 0; index + 1 < control.length; index += 1) {
    const [fromX, fromY] = control[index] ?? first
    const [toX, toY] = control[index + 1] ?? first
    next.push([fromX + (toX - fromX) * share, fromY + (toY - fromY) * share])
  }
  return pointAt(next, share)
}
