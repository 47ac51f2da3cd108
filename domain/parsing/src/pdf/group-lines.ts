// Groups glyphs into segments of lines: runs on one baseline without a gap wide enough to separate columns.
import type { Box, Glyph } from './page-content.ts'
import { boxOf } from './geometry.ts'

/** Part of a line. A row has several segments if they are far apart, such as a title and its date. */
export type Segment = {
  text: string
  box: Box
  /** Vertical position of the baseline, by which rows are grouped. */
  baseline: number
  sizePt: number
  isBold: boolean
  /** Position in the drawing order. */
  order: number
  isUpright: boolean
}

/** In multiples of the letter height. */
const wordGap = 0.105
const segmentGap = 1.6
const baselineSlack = 0.3
/** Letters may overlap by this much, because of kerning and because some producers draw bold text twice. */
const overlapMax = 0.6

export function groupLines(glyphs: readonly Glyph[]): Segment[] {
  const segments: Glyph[][] = []
  for (const glyph of glyphs) {
    const current = segments.at(-1)
    const last = current?.at(-1)
    if (current && last && continues(last, glyph)) current.push(glyph)
    else segments.push([glyph])
  }
  return segments.flatMap((letters) => {
    const segment = toSegment(letters)
    return segment === undefined ? [] : [segment]
  })
}

function continues(last: Glyph, next: Glyph): boolean {
  const { gap, drop, isTurned } = step(last, next)
  const size = Math.max(last.sizePt, next.sizePt)
  return (
    !isTurned && Math.abs(drop) < baselineSlack * size && gap < segmentGap * size && gap > -overlapMax * size
  )
}

/** Distance from the end of `last` to `next`, along and across the writing direction of `last`. */
function step(last: Glyph, next: Glyph): { gap: number; drop: number; isTurned: boolean } {
  const [alongX, alongY] = last.direction
  const x = next.origin[0] - last.origin[0]
  const y = next.origin[1] - last.origin[1]
  return {
    gap: x * alongX + y * alongY - last.advance,
    drop: y * alongX - x * alongY,
    isTurned: alongX * next.direction[0] + alongY * next.direction[1] < 0.99,
  }
}

function toSegment(letters: readonly Glyph[]): Segment | undefined {
  const [first] = letters
  const text = spell(letters).replaceAll(/\s+/g, ' ').trim()
  if (first === undefined || text === '') return undefined
  const seen = letters.filter((letter) => letter.text.trim() !== '')
  const sizePt = Math.max(...seen.map((letter) => letter.sizePt))
  return {
    text,
    box: boxOf(seen.flatMap(cornersOf)),
    baseline: first.origin[1],
    sizePt,
    isBold: seen.filter(({ isBold }) => isBold).length * 2 > seen.length,
    order: first.order,
    isUpright: Math.abs(first.direction[1]) < 0.1 && first.direction[0] > 0,
  }
}

function cornersOf({ origin, direction, advance, sizePt }: Glyph): readonly (readonly [number, number])[] {
  const [alongX, alongY] = direction
  const end = [origin[0] + alongX * advance, origin[1] + alongY * advance] as const
  return [origin, end, [origin[0] - alongY * sizePt * 0.75, origin[1] + alongX * sizePt * 0.75]]
}

function spell(letters: readonly Glyph[]): string {
  const gaps = letters.slice(1).map((letter, index) => {
    const last = letters[index] ?? letter
    return step(last, letter).gap / Math.max(last.widthPt, letter.widthPt, 1e-6)
  })
  const spread = letterSpread(letters, gaps)
  let text = ''
  for (const [index, letter] of letters.entries()) {
    const gap = index === 0 ? 0 : (gaps[index - 1] ?? 0)
    if (gap > wordGap + spread && !text.endsWith(' ')) text += ' '
    text += plainHyphen(letter.text)
  }
  return text.normalize('NFKC')
}

/**
 * Turns every kind of hyphen into a plain one: a soft hyphen that is drawn is visible, and some producers map one glyph
 * to several kinds at once.
 */
function plainHyphen(text: string): string {
  return /^[-\u00ad\u2010\u2011]+$/.test(text) ? '-' : text
}

/** The letter spacing of a widely spaced heading, which must not be mistaken for gaps between words. */
function letterSpread(letters: readonly Glyph[], gaps: readonly number[]): number {
  const between = gaps
    .filter((_, index) => letters[index]?.text.trim() !== '' && letters[index + 1]?.text.trim() !== '')
    .sort((one, other) => one - other)
  if (between.length < 3) return 0
  const usual = between[Math.floor(between.length / 3)] ?? 0
  return usual > wordGap / 2 ? usual * 1.2 : 0
}
