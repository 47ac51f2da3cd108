// Reads the period of a role or a degree: from the text that the model quoted, if it is in the document, else from what
// the rules find in the lines of the entry. Only rules convert words to dates.
import type { Evidence, ParsedDate } from '../parsed/parsed-parts.ts'
import type { Pointer } from '../question/answer-parts.ts'
import { type DateRange, findDateRanges } from '../../rules/find-date-ranges.ts'
import { type PartialDate, monthOf } from '../../rules/partial-date.ts'
import { type MonthNames, readDateAt } from '../../rules/read-date.ts'
import type { TextLine } from '../../text/document-text.ts'
import type { EvidenceChecker } from './evidence-checker.ts'

export type Period = {
  start: ParsedDate | null
  end: ParsedDate | null
  isCurrent: boolean
  evidence: Evidence[]
  lines: readonly number[]
}

export type PeriodReading = {
  checker: EvidenceChecker
  months: MonthNames
  dateRanges: readonly DateRange[]
}

const unknown = { start: null, end: null, isCurrent: false }

export function readPeriod(
  { checker, months, dateRanges }: PeriodReading,
  path: string,
  { date_text: quoted, is_current: saidCurrent = false, ...pointer }: QuotedPeriod,
): Period {
  const { value, evidence, lines } = checker.check(`${path}.date_text`, quoted, pointer)
  const own = value === null ? undefined : readDates(value, months)
  if (own) {
    const isCurrent = own.isCurrent || (saidCurrent && own.end === null)
    return { ...own, isCurrent, evidence, lines }
  }
  const found = dateRanges.find(({ spans }) =>
    spans.every(({ line }) => line >= pointer.from && line <= pointer.to),
  )
  if (!found) return { ...unknown, evidence, lines }
  const repaired = checker.quoteSpans(found.spans, 'repaired')
  return {
    start: toParsedDate(found.start),
    end: found.end && toParsedDate(found.end),
    isCurrent: found.isCurrent,
    evidence: [...evidence, ...repaired],
    lines: found.spans.map(({ line }) => line),
  }
}

export type QuotedPeriod = Pointer & { date_text: string | null; is_current?: boolean }

/** A single date is returned as the start; the caller decides what it means. */
function readDates(text: string, months: MonthNames): Omit<Period, 'evidence' | 'lines'> | undefined {
  const [range] = findDateRanges([plainLine(text)], months)
  if (range) {
    const end = range.end && toParsedDate(range.end)
    return { start: toParsedDate(range.start), end, isCurrent: range.isCurrent }
  }
  const date = findDate(text, months)
  return date && { start: date, end: null, isCurrent: false }
}

/** Returns the first date in a text. */
export function findDate(text: string, months: MonthNames): ParsedDate | undefined {
  for (const { index } of text.matchAll(/(?<![\p{L}\d])(?=[\p{L}\d])/gu)) {
    const found = readDateAt(text, index, months)
    if (found) return toParsedDate(found.date)
  }
  return undefined
}

export function toParsedDate({ value, precision, raw }: PartialDate): ParsedDate {
  return { value, precision, raw }
}

function plainLine(text: string): TextLine {
  const plain = {
    region: 'body',
    page: null,
    box: null,
    sizePt: 0,
    isBold: false,
    isMarkedHeading: false,
  } as const
  return { number: 1, text, ...plain }
}

/** The first month and the month after the last one. Years without months count as whole years: 2019 – 2021 is two. */
export type MonthSpan = { from: number; to: number }

export function monthSpanOf(
  { start, end, isCurrent }: Pick<Period, 'start' | 'end' | 'isCurrent'>,
  asOf: string,
): MonthSpan | undefined {
  if (!start) return undefined
  const from = indexOf(start)
  if (isCurrent) return { from, to: Math.max(from, indexOf({ value: asOf.slice(0, 7) }) + 1) }
  if (!end) return undefined
  const to = indexOf(end) + (end.precision === 'year' || start.precision === 'year' ? 0 : 1)
  return to > from ? { from, to } : undefined
}

function indexOf({ value }: Pick<ParsedDate, 'value'>): number {
  return monthOf({ value, precision: 'month', raw: '', isAmbiguous: false })
}

/** Merges overlapping spans and sorts them. */
export function joinSpans(spans: readonly MonthSpan[]): MonthSpan[] {
  const joined: MonthSpan[] = []
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}

export function countMonths(spans: readonly MonthSpan[]): number {
  return joinSpans(spans).reduce((sum, { from, to }) => sum + to - from, 0)
}

export function formatMonth(index: number): string {
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}
