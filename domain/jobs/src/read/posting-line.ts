// The lines of a posting, prepared for the rules: without bullets and markup, and folded for comparison.
import { cutText } from '@gatehouse/reading/cut-text'
import { foldPhrase } from '@gatehouse/reading/fold-text'
import { type ItemMarker, findMarkers } from './item-markers.ts'
import { sentencesOf } from './sentences.ts'
import type { PostingSectionKind } from './sections/section-kind.ts'
import { sectionOfLabel } from './sections/section-words.ts'

export type PostingTextLine = {
  /** Position in the text, from 0. */
  number: number
  /** The words of the line: a part of the line as it stands in the text. */
  text: string
  folded: string
  isItem: boolean
  /** The kind of marker in front of the item: its character, or `1` for a number; empty if there is none. */
  marker: string
  /** Whether the line is marked up as a heading: `## Profile` or `**Profile**`. */
  isMarked: boolean
  isAfterBlank: boolean
}

/** A line with the section it belongs to. */
export type SectionedLine = PostingTextLine & {
  /** Undefined for a line outside of all sections. */
  kind: PostingSectionKind | undefined
  /** The folded heading of the section, or the line's own label. */
  label: string
  /** Whether the label is one of the title: "Position: Welder". */
  isTitle: boolean
  isHeading: boolean
  /** Whether the label stands on the line itself; `text` is then what follows it. */
  isLabelled: boolean
  /** Whether the heading or the label of the line says that the pay follows. */
  isAboutPay: boolean
}

/** Rules read this much of a line, which bounds their time; a paragraph of a posting is far shorter. */
const lineLettersMax = 3_000

/** Splits the text into lines; empty ones are left out, and the others keep their number. */
export function splitPosting(text: string): PostingTextLine[] {
  const lines: PostingTextLine[] = []
  let isAfterBlank = false
  const raws = text.split('\n').map((raw) => cutText(raw, lineLettersMax))
  const markers = findMarkers(raws)
  for (const [number, raw] of raws.entries()) {
    const line = toLine(raw, number, markers[number])
    // The first line is the title, or names the company.
    if (line)
      lines.push(...(lines.length === 0 ? [{ ...line, isAfterBlank }] : sentencesIn(line, isAfterBlank)))
    isAfterBlank = !line
  }
  return lines
}

/**
 * A paragraph may say who the company is, what it requires and what it pays, so each of its sentences is read separately.
 * They share the number of their line.
 */
function sentencesIn(line: Omit<PostingTextLine, 'isAfterBlank'>, isAfterBlank: boolean): PostingTextLine[] {
  if (line.isItem || line.isMarked || statesTerm(line.text)) return [{ ...line, isAfterBlank }]
  return sentencesOf(line.text).map((text, index) =>
    Object.assign({}, line, { text, folded: foldPhrase(text), isAfterBlank: isAfterBlank && index === 0 }),
  )
}

/** The value of a label is one: "Place of work: Col. Del Valle, Ciudad de México. On site." */
function statesTerm(text: string): boolean {
  const label = /^\p{L}[^:：]{0,40}(?=[:：])/u.exec(text)?.[0]
  return label !== undefined && sectionOfLabel(foldPhrase(label)) === 'terms'
}

const headingMark = /^\s*#{1,6}\s+/
/** A heading between the same characters: "=== Profile ===", "★ WE OFFER ★", "[Benefits]". */
const decoration = /^\s*(?<mark>[-–—=*~_★☆•·])\k<mark>*\s*(?<words>\p{L}.{1,60}?)\s*\k<mark>+\s*$/u
const bracketed = /^\s*\[(?<words>\p{L}[^\]]{1,60})\]\s*$/u
const wholeBold = /^\s*\*\*([^*]+)\*\*\s*:?\s*$/

function toLine(
  raw: string,
  number: number,
  marker: ItemMarker | undefined,
): Omit<PostingTextLine, 'isAfterBlank'> | undefined {
  const decorated = wordsBetweenMarks(raw)
  const isMarked = headingMark.test(raw) || wholeBold.test(raw) || decorated !== undefined
  const found = isMarked ? undefined : marker
  const bare = decorated ?? (found ? raw.slice(found.length) : raw.replace(headingMark, ''))
  const text = withoutMarks(bare)
  // A line of dashes or stars separates parts; it has no words.
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined
  return {
    number,
    text,
    folded: foldPhrase(text),
    isItem: found !== undefined,
    marker: found?.kind ?? '',
    isMarked,
  }
}

function wordsBetweenMarks(raw: string): string | undefined {
  const { mark, words } = decoration.exec(raw)?.groups ?? bracketed.exec(raw)?.groups ?? {}
  return mark !== undefined && words?.includes(mark) ? undefined : words
}

/** Strips what surrounds the words; markup within the line stays, so that the text is a part of the line. */
function withoutMarks(text: string): string {
  return text
    .trim()
    .replace(/^(?:\*\*|__|[\p{Extended_Pictographic}\uFE0F]\s*)+/u, '')
    .replace(/(?:\*\*|__|\s*[\p{Extended_Pictographic}\uFE0F])+$/u, '')
    .trim()
}
