// Represents a text as numbered lines, the form that all other code reads.
import { endOfCharacter } from './cut-text.ts'

/**
 * The part of the page that a line is on; headers and footers are kept, because they often contain the contact details.
 */
export type LineRegion = 'body' | 'header' | 'footer'

/** One line as a person would read it. `number` is its position in its document, from 1. */
export type TextLine = {
  number: number
  text: string
  region: LineRegion
  /** Page number from 1; null if the format has no pages until it is printed. */
  page: number | null
  /** In points, with y pointing down from the top of the page; null if the format has no geometry. */
  box: LineBox | null
  /** Height of the letters in points; 0 if unknown. */
  sizePt: number
  isBold: boolean
  /** Whether the author marked the line as a heading (by a Word style). */
  isMarkedHeading: boolean
}

export type LineBox = { left: number; top: number; right: number; bottom: number }

/** The position of a value in one line, from `start` to before `end`, in UTF-16 units of the line's text. */
export type SourceSpan = { line: number; start: number; end: number }

/** Splits plain text into numbered lines; empty lines are dropped. */
export function splitLines(text: string): TextLine[] {
  const lines = text
    .replace(/^\ufeff/, '')
    .normalize('NFKC')
    .split(/\r\n?|[\n\u2028\u2029\f]/)
    .map((line) => line.replaceAll('\t', '  ').trim())
    .filter((line) => line !== '')
    .map(plainLine)
  return numberLines(lines)
}

/** A line of which nothing but the text is known. */
export function plainLine(text: string): Omit<TextLine, 'number'> {
  return { text, region: 'body', page: null, box: null, sizePt: 0, isBold: false, isMarkedHeading: false }
}

/**
 * The maximum length of a line, above that of any typeset line. Longer lines are split, so that the cost of applying a
 * rule to a line is bounded.
 */
const lineCharactersMax = 500

/** Numbers lines from 1, in reading order. */
export function numberLines(lines: readonly Omit<TextLine, 'number'>[]): TextLine[] {
  return lines
    .flatMap((line) =>
      breakText(cleanText(line.text).trim()).map((text) => Object.assign({}, line, { text })),
    )
    .filter(({ text }) => text !== '')
    .map((line, index) => Object.assign({ number: index + 1 }, line))
}

/** Breaks at the last space that fits or, without one, at the maximum length. */
function breakText(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > lineCharactersMax) {
    const space = rest.lastIndexOf(' ', lineCharactersMax)
    const end = space > 0 ? space : endOfCharacter(rest, lineCharactersMax)
    parts.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return [...parts, rest]
}

// oxlint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const spaces = /[\u000b-\u000d]/g
// oxlint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const controls = /[\u0000-\u0008\u000e-\u001f]/g

/**
 * Removes control characters except tab and line feed (line breaks of other kinds become spaces) and replaces lone
 * surrogates: Postgres can store neither NUL nor lone surrogates.
 */
export function cleanText(text: string): string {
  return text.replaceAll(spaces, ' ').replaceAll(controls, '').toWellFormed()
}

/** Bullets that also separate the items of one line. */
export const inlineBullets = '•·▪'

/** The marker in front of a list item. */
const bullet = /^\s*(?:[-–—•*·▪◦●○‣►▶▸➢➤➔→»■□❖✓✔✅☑★+]\uFE0F?|\d{1,2}[.)]|[a-z]\))\s+/u

export function isListItem(line: string): boolean {
  return bullet.test(line)
}

export function withoutBullet(line: string): string {
  return line.replace(bullet, '').trim()
}
