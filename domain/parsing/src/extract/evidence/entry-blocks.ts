// Divides a document into the lines of single entries (a job, a degree, a certificate), so that the values of one entry
// can be required to come from one place. Dates separate the entries of a section. Where a document does not show its
// entries clearly, the block is larger than one entry, because a copied value must not be lost.
import type { DateRange } from '@gatehouse/reading/find-date-ranges'
import type { Section } from '@gatehouse/reading/section'
import { isListItem, type TextLine } from '@gatehouse/reading/text-lines'

export type EntryBlock = {
  from: number
  to: number
  /** Whether dates separate it from its neighbours; otherwise it is a whole section. */
  isDated: boolean
}

export type BlockSource = {
  lines: readonly TextLine[]
  sections: readonly Section[]
  dateRanges: readonly DateRange[]
}

type Stretch = { from: number; to: number }
/** The lines of a date. `isBare`: they contain nothing but the date. */
type Anchor = Stretch & { isBare: boolean }

/** Returns, for the number of a line, the block that contains it. */
export function createEntryBlocks(source: BlockSource): (line: number) => EntryBlock {
  const blocks = joinSections(source).flatMap((section) => divide(source.lines, section, source.dateRanges))
  const byLine = new Map(
    blocks.flatMap((block) =>
      Array.from({ length: block.to - block.from + 1 }, (_, index) => [block.from + index, block] as const),
    ),
  )
  const whole = { from: 1, to: source.lines.length, isDated: false }
  return (line) => byLine.get(line) ?? whole
}

type PlainSection = Stretch & { hasHeading: boolean; hasRanges: boolean }

/** An unknown heading may be the bold title of an entry, so it does not begin a section. */
function joinSections({ lines, sections }: BlockSource): PlainSection[] {
  const joined: PlainSection[] = []
  for (const { kind, heading, fromLine, toLine } of sections) {
    const last = joined.at(-1)
    if (kind === 'other' && last) last.to = toLine
    else {
      const hasRanges = kind === 'experience' || kind === 'projects' || kind === 'volunteering'
      joined.push({ from: fromLine, to: toLine, hasHeading: heading !== null, hasRanges })
    }
  }
  const all = { from: 1, to: lines.length, hasHeading: false, hasRanges: true }
  return joined.length > 0 ? joined : [all]
}

function divide(
  lines: readonly TextLine[],
  section: PlainSection,
  dateRanges: readonly DateRange[],
): EntryBlock[] {
  const anchors = findAnchors(lines, section, dateRanges)
  const [first] = anchors
  const whole = { from: section.from, to: section.to, isDated: false }
  if (!first || areListedApart(anchors)) return [whole]
  const top = section.from + (section.hasHeading ? 1 : 0)
  const headLines = countHeadLines(lines, { from: top, to: first.from - 1 })
  const starts = anchors.slice(1).flatMap((anchor, index) => {
    const before = anchors[index]
    return before ? (findStart(lines, { before, anchor, first, headLines }) ?? []) : []
  })
  return [section.from, ...starts].map((from, index) => {
    const to = (starts[index] ?? section.to + 1) - 1
    return { from, to, isDated: true }
  })
}

const year = /(?<![\d.])(?:19|20)\d\d(?!\d)/u

/** Jobs have date ranges; degrees and certificates often have a single year. A date inside a description is not one. */
function findAnchors(
  lines: readonly TextLine[],
  { from, to, hasRanges }: PlainSection,
  dateRanges: readonly DateRange[],
): Anchor[] {
  const ranges = dateRanges.flatMap(({ spans }) => {
    const [start, end] = [spans[0]?.line ?? 0, spans.at(-1)?.line ?? 0]
    return start >= from && end <= to ? [{ from: start, to: end, isBare: isBare(lines, spans) }] : []
  })
  const isTaken = (line: number) => ranges.some((range) => line >= range.from && line <= range.to)
  const years = lines.slice(from - 1, to).flatMap(({ number, text }) => {
    const found = isTaken(number) ? null : year.exec(text)
    const spans = found && [{ line: number, start: found.index, end: found.index + 4 }]
    return spans ? [{ from: number, to: number, isBare: isBare(lines, spans) }] : []
  })
  const all = (hasRanges && ranges.length > 0 ? ranges : [...ranges, ...years]).toSorted(
    (one, other) => one.from - other.from,
  )
  const inHeads = all.filter((anchor) => !isBody(lines[anchor.from - 1]?.text ?? ''))
  return inHeads.length > 0 ? inHeads : all
}

function isBare(
  lines: readonly TextLine[],
  spans: readonly { line: number; start: number; end: number }[],
): boolean {
  return spans.every(({ line, start, end }) => {
    const text = lines[line - 1]?.text ?? ''
    return !/[\p{L}\d]{2}/u.test(text.slice(0, start) + text.slice(end))
  })
}

/** Whether the dates of several entries follow each other, as when a column of dates is read as one piece. */
function areListedApart(anchors: readonly Anchor[]): boolean {
  return anchors.some((anchor, index) => {
    const next = anchors[index + 1]
    return next !== undefined && anchor.isBare && next.isBare && next.from <= anchor.to + 1
  })
}

/** A line of a description, as opposed to the title, the employer or the date of an entry. */
export function isBody(text: string): boolean {
  return isListItem(text) || text.length > 80 || /^\p{Ll}/u.test(text) || /\p{Ll}{4,}[.!?]$/u.test(text)
}

function countHeadLines(lines: readonly TextLine[], { from, to }: Stretch): number {
  const own = lines.slice(from - 1, Math.max(from - 1, to))
  const lastBody = own.findLastIndex(({ text }) => isBody(text))
  return own.length - 1 - lastBody
}

type Gap = { before: Anchor; anchor: Anchor; first: Anchor; headLines: number }

/**
 * Returns the first line of the entry of `anchor`: after the last line of the description before it, else as many lines
 * above its date as in the first entry. Undefined if the layout differs from that of the first entry.
 */
function findStart(
  lines: readonly TextLine[],
  { before, anchor, first, headLines }: Gap,
): number | undefined {
  const gap = { from: before.to + 1, to: anchor.from - 1 }
  if (gap.from > gap.to) return anchor.from
  const isAlike = first.isBare === anchor.isBare
  if (headLines === 0) return isAlike || isBody(lines[gap.to - 1]?.text ?? '') ? anchor.from : undefined
  const own = countHeadLines(lines, gap)
  if (own <= gap.to - gap.from) return anchor.from - own
  return isAlike ? Math.max(gap.from, anchor.from - headLines) : undefined
}
