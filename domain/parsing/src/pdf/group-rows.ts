import type { Segment } from './group-lines.ts'
import type { Box } from './page-content.ts'

export type PageLine = { text: string; box: Box; sizePt: number; isBold: boolean }

/**
 * In multiples of the letter height: how far baselines of one row may differ, and the gaps from which segments are
 * joined by one space and by two.
 */
const rowSlack = 0.4
const wordGap = 0.105
const wideGap = 1.6
/**
 * Text and its superscript are on one row: the tolerance follows the larger of the two sizes, up to this multiple of
 * the smaller one.
 */
const sizeRatioMax = 1.6
const overlapPt = 2

/** Groups segments by baseline, from top to bottom, each row from left to right. */
export function groupRows(segments: readonly Segment[]): Segment[][] {
  const sorted = [...segments].sort((one, other) => other.baseline - one.baseline)
  const rows: Segment[][] = []
  for (const segment of sorted) {
    const row = rows.at(-1)
    const isNext =
      row?.some((other) => isSameRow(other, segment)) && !row.some((other) => overlaps(other, segment))
    if (row && isNext) row.push(segment)
    else rows.push([segment])
  }
  return rows.map((row) => row.sort((one, other) => one.box.left - other.box.left))
}

export function isSameRow(one: Segment, other: Segment): boolean {
  const small = Math.min(one.sizePt, other.sizePt)
  const large = Math.min(Math.max(one.sizePt, other.sizePt), sizeRatioMax * small)
  return Math.abs(one.baseline - other.baseline) < rowSlack * large
}

function overlaps(one: Segment, other: Segment): boolean {
  return Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left) > overlapPt
}

export function toLine(row: readonly Segment[]): PageLine {
  const sizePt = Math.max(...row.map((segment) => segment.sizePt))
  let text = ''
  for (const [index, segment] of row.entries()) {
    const last = row[index - 1]
    if (last) text += space((segment.box.left - last.box.right) / sizePt)
    text += segment.text
  }
  return {
    text,
    box: {
      left: Math.min(...row.map(({ box }) => box.left)),
      right: Math.max(...row.map(({ box }) => box.right)),
      bottom: Math.min(...row.map(({ box }) => box.bottom)),
      top: Math.max(...row.map(({ box }) => box.top)),
    },
    sizePt,
    isBold: row.every(({ isBold }) => isBold),
  }
}

function space(gap: number): string {
  if (gap < wordGap) return ''
  return gap < wideGap ? ' ' : '  '
}
