// Reads the period of a role or a degree: from the text that the model quoted, if it is in the entry, else from what
// the rules find in the lines of the entry. Only rules convert words to dates.
import { type DateRange, findDateRanges } from '@gatehouse/reading/find-date-ranges'
import type { MonthNames } from '@gatehouse/reading/month-names'
import { type PartialDate, readDateAt } from '@gatehouse/reading/read-date'
import { plainLine } from '@gatehouse/reading/text-lines'
import type { ParsedEvidence, ParsedDate } from '../parsed/parsed-parts.ts'
import type { Pointer } from '../question/answer-parts.ts'
import type { Checked, EvidenceChecker } from './evidence-checker.ts'

export type Period = {
  start: ParsedDate | null
  end: ParsedDate | null
  isCurrent: boolean
  evidence: ParsedEvidence[]
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
  { value, evidence, lines }: Checked,
  { is_current: saidCurrent = false, ...pointer }: PeriodPlace,
): Period {
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

/** The lines of the entry. */
export type PeriodPlace = Pointer & { is_current?: boolean }

/** A single date is returned as the start; the caller decides what it means. */
function readDates(text: string, months: MonthNames): Omit<Period, 'evidence' | 'lines'> | undefined {
  const [range] = findDateRanges([{ ...plainLine(text), number: 1 }], months)
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
