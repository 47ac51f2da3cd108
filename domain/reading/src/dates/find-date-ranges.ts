// Finds date ranges in lines, by rules: two dates with a dash or a word between them, or a date after a word such as
// "since". The words are folded: no case, accents or dots.
import { foldPhrase } from '../fold-text.ts'
import { rememberReadings } from '../remember-readings.ts'
import type { MonthNames } from './month-names.ts'
import {
  type DateAt,
  makeDate,
  monthIndexOf,
  type PartialDate,
  readDateAt,
  readMonthAt,
} from './read-date.ts'
import type { SourceSpan, TextLine } from '../text-lines.ts'

export type DateRange = {
  start: PartialDate
  /** Null if the range is open-ended. */
  end: PartialDate | null
  isCurrent: boolean
  raw: string
  /** One span, or two if the range is broken over two lines. */
  spans: readonly SourceSpan[]
}

/** Words in place of the end date of a range that has not ended. */
const presentWords = [
  'present|presently|current|currently|now|today|ongoing|to date|till date|until now|date',
  'heute|aktuell|laufend|jetzt|gegenwartig|dato|andauernd',
  'present|aujourdhui|actuel|actuellement|en cours|ce jour|maintenant',
  'actualidad|la actualidad|presente|actual|actualmente|hoy|la fecha',
  'oggi|attuale|attualmente|in corso|ad oggi',
  'atual|atualmente|hoje|ate o momento|o momento|momento',
  'heden|nu|huidig',
  'obecnie|teraz|nadal|dzis|do teraz',
  'prezent|in prezent|astazi|azi|acum',
  'soucasnost|soucasnosti|dosud|dnes|nyni|doteraz|sucasnost|sucasnosti',
  'jelenleg|jelen|napjainkig|ma|mai napig',
  'nuvarande|pagaende|i dag|idag|nuvaerende|na|navaerende|nykyinen|nyt|edelleen',
  'σημερα|παρον|μεχρι σημερα|настояще|сега|момента|настоящее время|по настоящее время|настоящий момент|нв',
  'теперішній час|дотепер|тепер|sada|danas|trenutno|danes|sedaj|praegu|tanaseni|paslaik|tagad|dabar|iki dabar',
  'halen|devam ediyor|gunumuz|至今|现在|現在',
].flatMap((words) => words.split('|'))

/** Words between the two dates of a range, in addition to dashes. */
const untilWords = [
  'to|until|till|through|thru|upto|up to|bis|bis zum|au|a|à|al|hasta|ate|até|tot|do|pana la|pana in|pana|până la|până în|până|az|ig|til|till',
  "fino a|fino al|jusqua|jusqu’à|jusqu'à|jusquen|jusqu’en|jusqu'en|εως|μεχρι|до|по|iki|kuni|lidz",
].flatMap((words) => words.split('|'))

/** Words before the start date of an open-ended range: "since 2019". */
const sinceWords =
  'since|from|seit|ab|depuis|desde|dal|dallanno|sinds|vanaf|od|din|sedan|siden|fra|от|с|від|από|nuo|alates|kops'.split(
    '|',
  )

type Found = { range: Omit<DateRange, 'spans'>; start: number; end: number }

const byLength = (one: string, other: string) => other.length - one.length
const dashes = String.raw`[-‐‑‒–—―−~→>]+`
const until = [...untilWords].sort(byLength).join('|')
const separator = new RegExp(
  String.raw`\s*(?:${dashes}(?:\s*(?:${until}):)?|(?<=\s)(?:${until}):?(?=\s))\s*`,
  'iuy',
)
/** In `between 2012 and 2016`, the word "and" joins two years only because "between" precedes them. */
const between = /(?<!\p{L})(?:between|zwischen|entre|tra|intre|între)\s$/iu
const betweenSeparator = /\s(?:and|und|et|y|e|si|și)\s/iuy
const garbledDashMax = 12
const since = new RegExp(String.raw`(?<![\p{L}])(?:${sinceWords.join('|')})\s+`, 'giu')
const presentPattern = /[\p{L}\p{M}'’.一-鿿]+(?:\s[\p{L}\p{M}'’.]+){0,2}/uy
const present = new Set(presentWords)
const brokenDash = new RegExp(`${dashes}\\s*$`, 'u')
const mayStart = /(?<![\p{L}\d])(?=[\p{L}\d])/gu

/** Finds ranges such as `Mar 2019 – heute` by rules, each with its position. */
export function findDateRanges(lines: readonly TextLine[], names: MonthNames): DateRange[] {
  return lines.flatMap((line, index) => {
    const own = findInLine(line.text, names).map((found) => toRange(line, found))
    const next = lines[index + 1]
    const broken = own.length === 0 && next ? findBroken(line, next, names) : undefined
    return broken ? [broken] : own
  })
}

function toRange(line: TextLine, { range, start, end }: Found): DateRange {
  return { ...range, spans: [{ line: line.number, start, end }] }
}

const readersOfLines = new WeakMap<MonthNames, (text: string) => readonly Found[]>()

/** The rules for roles, education and contact details look for the ranges of the same lines. */
function findInLine(text: string, names: MonthNames): readonly Found[] {
  let read = readersOfLines.get(names)
  if (!read) {
    read = rememberReadings((line) => findInText(line, names))
    readersOfLines.set(names, read)
  }
  return mayHaveYear.test(text) ? read(text) : []
}

/** Every range contains a year, so a line without one is skipped without trying each of its words. */
const mayHaveYear = /(?:19|20)\d\d|['’]\d\d/

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
  if (!brokenDash.test(line.text)) return undefined
  const seam = line.text.length
  const found = findInLine(`${line.text} ${next.text}`, names).find(
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
  const gap =
    endOf(separator, text, first.end) ??
    endOfBetween(text, { from: at, at: first.end }) ??
    endOfGarbledDash(text, first, names)
  if (gap === undefined) return undefined
  const last = readDateAt(text, gap, names) ?? readPresentAt(text, gap) ?? readShortYear(text, gap, first)
  if (!last) return undefined
  const end = last.date
  const start = 'date' in first ? first.date : completeMonth(text.slice(at, first.end), first.month, end)
  if (!start || (end && monthIndexOf(end) + (end.precision === 'year' ? 11 : 0) < monthIndexOf(start)))
    return undefined
  const raw = text.slice(at, last.end)
  return { range: { start, end, isCurrent: end === null, raw }, start: at, end: last.end }
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/**
 * `June 2019 ? December 2021`: text extraction and translation garble dashes, so a month and year followed closely by
 * another month and year, or directly by "present" at the end, form a range.
 */
function endOfGarbledDash(
  text: string,
  { date, end }: { date?: PartialDate; end: number },
  names: MonthNames,
): number | undefined {
  if (date?.precision !== 'month') return undefined
  const starts = [...text.slice(end, end + garbledDashMax).matchAll(mayStart)].map(({ index }) => end + index)
  const [next = end] = starts
  const ongoing = readPresentAt(text, next)
  if (ongoing && /^\s*(?:$|[),;|])/.test(text.slice(ongoing.end))) return next
  return starts.find((at) => readDateAt(text, at, names)?.date.precision === 'month')
}

function endOfBetween(text: string, { from, at }: { from: number; at: number }): number | undefined {
  return between.test(text.slice(Math.max(0, from - 10), from))
    ? endOf(betweenSeparator, text, at)
    : undefined
}

function readPresentAt(text: string, at: number): { date: null; end: number } | undefined {
  presentPattern.lastIndex = at
  const words = presentPattern.exec(text)?.[0].split(' ') ?? []
  for (let count = words.length; count > 0; count -= 1) {
    const phrase = words.slice(0, count).join(' ')
    if (present.has(foldPhrase(phrase))) return { date: null, end: at + phrase.length }
  }
  return undefined
}

/** Reads the `21` of `2019–21`: two digits after a bare year that give a later year. */
function readShortYear(
  text: string,
  at: number,
  first: { date?: PartialDate; end: number },
): DateAt | undefined {
  const digits = /^\d\d(?![\d\p{L}])/u.exec(text.slice(at))?.[0]
  if (digits === undefined || first.date?.precision !== 'year') return undefined
  const date = makeDate({ year: Number(first.date.value.slice(0, 2) + digits) }, digits)
  return date && monthIndexOf(date) > monthIndexOf(first.date) ? { date, end: at + 2 } : undefined
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
