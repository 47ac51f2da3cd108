// Joins segments into lines, in the order in which a person reads them. Segments on one row form one line, unless the
// page has columns: then each column is read to its end, between two rows that span both.
//
// What looks like two columns may be one column with dates on its right or labels on its left. Two signs decide. First,
// the drawing order: producers of columns draw one after the other, producers of rows alternate. Second, the rows: in
// real columns many rows on one side have no counterpart on the other.
import type { Segment } from './group-lines.ts'
import { groupRows, isSameRow, type PageLine, toLine } from './group-rows.ts'

const gutterPt = 6
const sideLinesMin = 4
const columnDepthMax = 3
const candidatesMax = 8
const denseLength = 18

export function orderLines(segments: readonly Segment[]): PageLine[] {
  const upright = segments.filter(({ isUpright }) => isUpright)
  const turned = segments.filter(({ isUpright }) => !isUpright)
  return [...orderUpright(upright, 0), ...turned.map((segment) => toLine([segment]))]
}

function orderUpright(segments: readonly Segment[], depth: number): PageLine[] {
  const gutter = depth < columnDepthMax ? findGutter(segments) : undefined
  if (gutter === undefined) return groupRows(segments).map(toLine)
  return cutBands(segments, gutter).flatMap((band) => orderBand(band, depth))
}

function orderBand(band: Band, depth: number): PageLine[] {
  const { across, left, right } = band
  if (!areColumns(band)) return groupRows([...across, ...left, ...right]).map(toLine)
  return [
    ...groupRows(across).map(toLine),
    ...orderUpright(left, depth + 1),
    ...orderUpright(right, depth + 1),
  ]
}

/** Rows that span the gutter, and the segments on both sides of it down to the next such rows. */
type Band = { across: Segment[]; left: Segment[]; right: Segment[] }

function cutBands(segments: readonly Segment[], gutter: number): Band[] {
  const bands: Band[] = [{ across: [], left: [], right: [] }]
  for (const row of groupRows(segments)) {
    const isAcross = row.some(({ box }) => box.left < gutter && box.right > gutter)
    const current = bands.at(-1)
    const isNew = isAcross && current && current.left.length + current.right.length > 0
    if (isNew) bands.push({ across: [], left: [], right: [] })
    const band = bands.at(-1)
    if (isAcross) band?.across.push(...row)
    else for (const segment of row) band?.[segment.box.right <= gutter ? 'left' : 'right'].push(segment)
  }
  return bands
}

/** The x position between two columns: just left of where many segments start. */
function findGutter(segments: readonly Segment[]): number | undefined {
  const starts = Map.groupBy(segments, ({ box }) => Math.round(box.left / 2) * 2)
  const candidates = [...starts]
    .filter(([, pieces]) => pieces.length >= sideLinesMin)
    .sort((one, other) => other[1].length - one[1].length)
    .slice(0, candidatesMax)
    .map(([start]) => start - gutterPt / 2)
    .map((gutter) => ({ gutter, gain: strength(cutBands(segments, gutter)) }))
    .filter(({ gain }) => gain > 0)
    .sort((one, other) => other.gain - one.gain)
  return candidates[0]?.gutter
}

/** For each pair of real columns, the number of letters on the side with fewer letters; summed over all pairs. */
function strength(bands: readonly Band[]): number {
  return bands
    .filter(areColumns)
    .reduce((sum, { left, right }) => sum + Math.min(letters(left), letters(right)), 0)
}

function letters(segments: readonly Segment[]): number {
  return segments.reduce((sum, { text }) => sum + text.length, 0)
}

function areColumns({ left, right }: Band): boolean {
  const smaller = Math.min(left.length, right.length)
  if (smaller < sideLinesMin) return false
  const alone = Math.min(countAlone(left, right), countAlone(right, left))
  const isDense = Math.min(medianLength(left), medianLength(right)) >= denseLength
  const switches = countSwitches(left, right)
  const isDrawnByColumns = switches <= 3 && switches < smaller
  return isDrawnByColumns ? alone >= 2 || isDense : isDense && alone >= sideLinesMin && alone * 2 > smaller
}

/** How often the drawing order changes sides. */
function countSwitches(left: readonly Segment[], right: readonly Segment[]): number {
  const all = [
    ...left.map(({ order }) => ({ order, isLeft: true })),
    ...right.map(({ order }) => ({ order, isLeft: false })),
  ].sort((one, other) => one.order - other.order)
  return all.filter(({ isLeft }, index) => index > 0 && all[index - 1]?.isLeft !== isLeft).length
}

/** Number of segments without a segment on the same row on the other side. */
function countAlone(segments: readonly Segment[], others: readonly Segment[]): number {
  return segments.filter((segment) => !others.some((other) => isSameRow(segment, other))).length
}

function medianLength(segments: readonly Segment[]): number {
  const lengths = segments.map(({ text }) => text.length).sort((one, other) => one - other)
  return lengths[Math.floor(lengths.length / 2)] ?? 0
}
