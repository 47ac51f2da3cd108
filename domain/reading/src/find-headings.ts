// Finds headings by their words and by their look. A line that consists of a known heading is one. So is a short line
// that stands out from the text and looks like the known headings of the document or was marked by its author; a known
// word in it decides its kind.
import { sectionOfPhrase, sectionWithin } from './heading-words.ts'
import type { FoundHeading } from './section.ts'
import type { TextLine } from './text-lines.ts'

const wordsMax = 6
const lookalikesMin = 2
const modelMin = 3

export function findHeadings(lines: readonly TextLine[]): FoundHeading[] {
  const known = new Map<number, FoundHeading>()
  for (const line of lines) {
    const heading = readHeading(line)
    if (heading) known.set(line.number, heading)
  }
  dropSubheadings(known, lines)
  const looks = countLooks(lines.filter(({ number }) => known.has(number)))
  const usual = usualSize(lines)
  for (const line of lines) {
    const isLike = line.isMarkedHeading || (looks.get(lookOf(line)) ?? 0) >= lookalikesMin
    if (known.has(line.number) || !isLike || !standsOut(line, usual) || !isShort(line.text)) continue
    const text = clean(line.text)
    const kind = sectionWithin(text) ?? 'other'
    known.set(line.number, { kind, text, span: { line: line.number, start: 0, end: line.text.length } })
  }
  return [...known.values()].sort((one, other) => one.span.line - other.span.line)
}

/**
 * If most headings look alike, a known word in smaller or plainer type is not a heading: `Leadership` in a list of
 * strengths.
 */
function dropSubheadings(known: Map<number, FoundHeading>, lines: readonly TextLine[]): void {
  const headings = lines.filter(({ number }) => known.has(number))
  const [look, count] = [...countLooks(headings)].sort((one, other) => other[1] - one[1])[0] ?? ['', 0]
  const model = headings.find((line) => lookOf(line) === look)
  if (model === undefined || count < modelMin) return
  for (const line of headings) {
    const isSmaller = line.sizePt < model.sizePt * 0.95
    const isPlainer = (model.isBold && !line.isBold) || (isCapitals(model.text) && !isCapitals(line.text))
    if (isSmaller || (isPlainer && line.sizePt <= model.sizePt)) known.delete(line.number)
  }
}

/** The heading is the whole line, or its first part if the text of the section starts on the same line. */
function readHeading(line: TextLine): FoundHeading | undefined {
  const [label = ''] = line.text.split(/ {2,}/)
  for (const part of new Set([line.text, label, beforeColon(line.text)])) {
    const text = clean(part)
    const kind = sectionOfPhrase(text)
    if (kind === undefined) continue
    // `Languages: English` under Skills is an ordinary line, unless it is bold.
    if (part !== line.text && part !== label && !line.isBold) continue
    // A lower-case word is probably the end of a sentence that wrapped onto a line of its own.
    if (/^\p{Ll}/u.test(text) && !line.isBold) continue
    const start = line.text.indexOf(part.trim())
    return { kind, text, span: { line: line.number, start, end: start + part.trim().length } }
  }
  return undefined
}

function beforeColon(text: string): string {
  const colon = text.indexOf(':')
  return colon > 0 ? text.slice(0, colon + 1) : text
}

/** Strips bullets, icons, numbers and the colon; joins `E X P E R I E N C E`. */
function clean(text: string): string {
  const bare = text
    .replace(/^[^\p{L}]+/u, '')
    .replace(/[^\p{L})]+$/u, '')
    .trim()
  return /^(?:\p{L} ){3,}\p{L}$/u.test(bare) ? bare.replaceAll(' ', '') : bare
}

function lookOf({ sizePt, isBold, text, isMarkedHeading }: TextLine): string {
  return [Math.round(sizePt * 2), isBold, isCapitals(text), isMarkedHeading].join(' ')
}

function countLooks(headings: readonly TextLine[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of headings) counts.set(lookOf(line), (counts.get(lookOf(line)) ?? 0) + 1)
  return counts
}

function usualSize(lines: readonly TextLine[]): number {
  const sizes = lines.map(({ sizePt }) => sizePt).sort((one, other) => one - other)
  return sizes[Math.floor(sizes.length / 2)] ?? 0
}

/** Larger than the text, in capitals, or marked by the author. Bold alone is not enough: job titles are bold. */
function standsOut({ sizePt, text, isMarkedHeading }: TextLine, usual: number): boolean {
  return isMarkedHeading || sizePt > usual * 1.05 || isCapitals(text)
}

function isCapitals(text: string): boolean {
  return text === text.toUpperCase() && /\p{Lu}{3}/u.test(text)
}

function isShort(text: string): boolean {
  return text.split(/\s+/).length <= wordsMax && !/[@\d]|[.;]$/.test(text)
}
