import type { TextLine } from '../text/document-text.ts'
import type { SourceSpan } from '../text/source-span.ts'
import { presentWords, sinceWords, untilWords } from './date-words.ts'
import { foldLetters } from './fold-letters.ts'
import { makeDate, monthOf, type PartialDate } from './partial-date.ts'
import { type DateAt, type MonthNames, readDateAt, readMonthAt } from './read-date.ts'

export type DateRange = {
  start: PartialDate
  /** Null if the range is open-ended. */
  end: PartialDate | null
  isCurrent: boolean
  raw: string
  /** One span, or two if the range is broken over two lines. */
  spans: readonly SourceSpan[]
}

type Found = { range: Omit<DateRange, 'spans'>; start: number; end: number }

const byLength = (one: string, other: string) => other.length - one.length
const dashes = String.raw`[-‐‑‒–—―−~→>]+`
const separator = new RegExp(
  String.raw`\s*(?:${dashes}|(?<=\s)(?:${[...untilWords].sort(byLength).join('|')})(?=\s))\s*`,
  'iuy',
)
const since = new RegExp(String.raw`(?<![\p{L}])(?:${sinceWords.join('|')})\s+`, 'giu')
const presentPattern = /[\p{L}\p{M}'’.一-鿿]+(?:\s[\p{L}\p{M}'’.]+){0,2}/uy
const present = new Set(presentWords)
const mayStart = /(?<![\p{L}\d])(?=[\p{L}\d])/gu

/** Finds ranges such as `Mar 2019 – heute` by rules, each with its position. */
export function findDateRanges(lines: readonly TextLine[], names: MonthNames): DateRange[] {
  return lines.flatMap((line, index) => {
    const own = findInText(line.text, names).map((found) => toRange(line, found))
    const next = lines[index + 1]
    const broken = own.length === 0 && next ? findBroken(line, next, names) : undefined
    return broken ? [broken] : own
  })
}

function toRange(line: TextLine, { range, start, end }: Found): DateRange {
  return { ...range, spans: [{ line: line.number, start, end }] }
}

function findInText(text: string, names: MonthNames): Found[] {
  const found: Found[] = []
  let from = 0
  for (const { index } of text.matchAll(mayStart)) {
    if (index < from) continue
    const range = readRangeAt(text, index, names)
    if (!range) continue
    found.push(range)
    from = range.end
  }
  return found.length > 0 ? found : findOpen(text, names)
}

/** In a narrow column a range may wrap after its dash. */
function findBroken(line: TextLine, next: TextLine, names: MonthNames): DateRange | undefined {
  if (!new RegExp(`${dashes}\\s*$`, 'u').test(line.text)) return undefined
  const seam = line.text.length
  const found = findInText(`${line.text} ${next.text}`, names).find(
    ({ start, end }) => start < seam && end > seam,
  )
  if (!found) return undefined
  const spans = [
    { line: line.number, start: found.start, end: seam },
    { line: next.number, start: 0, end: found.end - seam - 1 },
  ]
  return { ...found.range, spans }
}

function readRangeAt(text: string, at: number, names: MonthNames): Found | undefined {
  const first = readDateAt(text, at, names) ?? readMonthAt(text, at, names)
  if (!first) return undefined
  const gap = endOfSeparator(text, first.end)
  if (gap === undefined) return undefined
  const last = readDateAt(text, gap, names) ?? readPresentAt(text, gap) ?? readShortYear(text, gap, first)
  if (!last) return undefined
  const end = last.date
  const start = 'date' in first ? first.date : completeMonth(text.slice(at, first.end), first.month, end)
  if (!start || (end && monthOf(end) + (end.precision === 'year' ? 11 : 0) < monthOf(start))) return undefined
  const raw = text.slice(at, last.end)
  return { range: { start, end, isCurrent: end === null, raw }, start: at, end: last.end }
}

function endOfSeparator(text: string, at: number): number | undefined {
  separator.lastIndex = at
  return separator.test(text) ? separator.lastIndex : undefined
}

function readPresentAt(text: string, at: number): { date: null; end: number } | undefined {
  presentPattern.lastIndex = at
  const words = presentPattern.exec(text)?.[0].split(' ') ?? []
  for (let count = words.length; count > 0; count -= 1) {
    const phrase = words.slice(0, count).join(' ')
    if (present.has(foldLetters(phrase))) return { date: null, end: at + phrase.length }
  }
  return undefined
}

/** The `21` of `2019–21`: two digits that follow a year alone and make a later year. */
function readShortYear(
  text: string,
  at: number,
  first: { date?: PartialDate; end: number },
): DateAt | undefined {
  const digits = /^\d\d(?![\d\p{L}])/u.exec(text.slice(at))?.[0]
  if (digits === undefined || first.date?.precision !== 'year') return undefined
  const date = makeDate({ year: Number(first.date.value.slice(0, 2) + digits) }, digits)
  return date && monthOf(date) > monthOf(first.date) ? { date, end: at + 2 } : undefined
}

/** `May – Aug 2023` starts in May 2023, `Nov – Feb 2023` in November 2022. */
function completeMonth(raw: string, month: number, end: PartialDate | null): PartialDate | undefined {
  if (end === null || end.precision === 'year') return undefined
  const year = Number(end.value.slice(0, 4))
  const endMonth = Number(end.value.slice(5, 7))
  return makeDate({ year: month <= endMonth ? year : year - 1, month }, raw)
}

/** `seit März 2021`: a start date without an end. */
function findOpen(text: string, names: MonthNames): Found[] {
  for (const match of text.matchAll(since)) {
    const found = readDateAt(text, match.index + match[0].length, names)
    if (!found) continue
    const raw = text.slice(match.index, found.end)
    return [
      { range: { start: found.date, end: null, isCurrent: true, raw }, start: match.index, end: found.end },
    ]
  }
  return []
}
