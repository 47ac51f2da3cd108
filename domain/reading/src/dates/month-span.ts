import { type PartialDate, monthIndexOf } from './read-date.ts'

/** The first month and the month after the last one, both as months since year 0. */
export type MonthSpan = { from: number; to: number }

type WrittenDate = Pick<PartialDate, 'value' | 'precision'>

export type Period = { start: WrittenDate | null; end: WrittenDate | null; isCurrent: boolean }

/**
 * The months of a period, including its last one; undefined if start or end is unknown. If a date has only a year,
 * whole years are counted: 2019 – 2021 is two years. `asOf` (YYYY-MM or YYYY-MM-DD) is the last month of a period that
 * has not ended.
 */
export function monthSpanOf({ start, end, isCurrent }: Period, asOf: string): MonthSpan | undefined {
  if (!start) return undefined
  const from = monthIndexOf(start)
  if (isCurrent) return { from, to: Math.max(from, monthIndexOf({ value: asOf }) + 1) }
  if (!end) return undefined
  const to = monthIndexOf(end) + (end.precision === 'year' || start.precision === 'year' ? 0 : 1)
  return to > from ? { from, to } : undefined
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

/** The number of months in at least one of the spans. */
export function countMonths(spans: readonly MonthSpan[]): number {
  return joinSpans(spans).reduce((sum, { from, to }) => sum + to - from, 0)
}

export function formatMonth(index: number): string {
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}
