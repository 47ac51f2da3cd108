import { utcDay, utcHour } from 'd3-time'
import { formatCredits, parseCredits } from '../../../amounts/credits.ts'
import { formatDay, formatMinute } from '../../../time/moments.ts'
import { keyUsageTexts as texts } from '../../../words/en/settings/key.ts'
import type { KeyPeriod } from './key-search.ts'

const steps = {
  '48h': { interval: utcHour, count: 48, groupBy: 'HOUR' },
  '30d': { interval: utcDay, count: 30, groupBy: 'DAY' },
  '90d': { interval: utcDay, count: 90, groupBy: 'DAY' },
} as const

/** Begins on a full hour or day, so that the answer is asked for again only when the next one begins. */
export function usageSpan(period: KeyPeriod, now: Date) {
  const { interval, count, groupBy } = steps[period]
  return { from: interval.offset(interval.floor(now), 1 - count), groupBy }
}

type UsageRow = { day: string | null; hour: string | null; requests: number; credits: string }

/** A bar for each hour or day, also for those without a call. */
export function usageBars(period: KeyPeriod, from: Date, rows: readonly UsageRow[]) {
  const { interval, count } = steps[period]
  const found = new Map(rows.map((row) => [Date.parse(row.hour ?? `${row.day}T00:00:00Z`), row]))
  return interval.range(from, interval.offset(from, count)).map((at) => {
    const { requests = 0, credits = '0' } = found.get(at.getTime()) ?? {}
    const day = formatDay(at).slice(0, -5)
    return {
      label: period === '48h' ? `${day}, ${formatMinute(at).slice(-5)}` : day,
      value: texts.bar(formatCredits(parseCredits(credits)), countCalls(requests)),
      // For drawing only; the text is exact.
      parts: { credits: Number(credits) },
    }
  })
}

export function countCalls(count: number): string {
  return texts.calls(new Intl.NumberFormat('en').format(count), count === 1)
}
