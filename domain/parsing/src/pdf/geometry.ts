import type { Box, Matrix, Point, Region } from './page-content.ts'

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** The transformation that applies `inner` first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  return [
    outer[0] * inner[0] + outer[2] * inner[1],
    outer[1] * inner[0] + outer[3] * inner[1],
    outer[0] * inner[2] + outer[2] * inner[3],
    outer[1] * inner[2] + outer[3] * inner[3],
    outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
    outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
  ]
}

export function apply(matrix: Matrix, [x, y]: Point): Point {
  return [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]]
}

export function boxOf(points: Iterable<Point>): Box {
  const box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity }
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.bottom = Math.min(box.bottom, y)
    box.top = Math.max(box.top, y)
  }
  return box
}

export function regionOf(outlines: readonly (readonly Point[])[]): Region {
  return { outlines, box: boxOf(outlines.flat()) }
}

export function rectangleRegion(box: Box, matrix: Matrix): Region {
  const corners: Point[] = [
    [box.left, box.bottom],
    [box.right, box.bottom],
    [box.right, box.top],
    [box.left, box.top],
  ]
  return regionOf([corners.map((corner) => apply(matrix, corner))])
}

export function isInBox(box: Box, [x, y]: Point): boolean {
  return x >= box.left && x <= box.right && y >= box.bottom && y <= box.top
}

/** Even-odd rule: a hole counts as outside, which is right for frames, the only common nested outlines. */
export function isInRegion({ box, outlines }: Region, point: Point): boolean {
  if (!isInBox(box, point)) return false
  const [x, y] = point
  let isInside = false
  for (const outline of outlines) {
    let [fromX, fromY] = outline.at(-1) ?? [0, 0]
    for (const [toX, toY] of outline) {
      const crosses = fromY > y !== toY > y
      if (crosses && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) isInside = !isInside
      ;[fromX, fromY] = [toX, toY]
    }
  }
  return isInside
}

export function areaOf({ left, bottom, right, top }: Box): number {
  return Math.max(0, right - left) * Math.max(0, top - bottom)
}

export function intersect(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  }
}
