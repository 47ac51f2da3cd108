// The periods of the spend page. Usage is stored by day in UTC, so all but the last 24 hours are whole days; the period
// before has the same number of them.
import { dayMs } from '../../../time/periods.ts'

export const spendPeriods = ['24h', '7d', '30d', '90d', 'month', 'lastMonth'] as const
export type SpendGroup = 'MODEL' | 'KEY'

export type SpendPeriod = (typeof spendPeriods)[number]

export type SpendSpan = {
  unit: 'DAY' | 'HOUR'
  from: Date
  /** Exclusive: the end of the day or hour that has begun, or of the last one of the month. */
  to: Date
  before: { from: Date; to: Date }
}

const hourMs = dayMs / 24
const days = { '7d': 7, '30d': 30, '90d': 90 } as const

export function readSpendPeriod(raw: Readonly<Record<string, unknown>>): SpendPeriod {
  return spendPeriods.find((name) => name === raw['period']) ?? '30d'
}

export function spendSpan(period: SpendPeriod, nowMs: number): SpendSpan {
  switch (period) {
    case '24h':
      return lastSteps('HOUR', 24, nowMs)
    case '7d':
    case '30d':
    case '90d':
      return lastSteps('DAY', days[period], nowMs)
    case 'month':
      return thisMonth(nowMs)
    case 'lastMonth': {
      const [from, to] = [monthStart(nowMs, -1), monthStart(nowMs, 0)]
      return { unit: 'DAY', from, to, before: { from: monthStart(nowMs, -2), to: from } }
    }
  }
}

function lastSteps(unit: SpendSpan['unit'], count: number, nowMs: number): SpendSpan {
  const stepMs = unit === 'DAY' ? dayMs : hourMs
  const toMs = Math.floor(nowMs / stepMs) * stepMs + stepMs
  const from = new Date(toMs - count * stepMs)
  const before = { from: new Date(toMs - 2 * count * stepMs), to: from }
  return { unit, from, to: new Date(toMs), before }
}

/** The month until today, and as many days of the month before. */
function thisMonth(nowMs: number): SpendSpan {
  const [from, beforeFrom] = [monthStart(nowMs, 0), monthStart(nowMs, -1)]
  const to = new Date(Math.floor(nowMs / dayMs) * dayMs + dayMs)
  const beforeToMs = Math.min(from.getTime(), beforeFrom.getTime() + to.getTime() - from.getTime())
  return { unit: 'DAY', from, to, before: { from: beforeFrom, to: new Date(beforeToMs) } }
}

function monthStart(nowMs: number, months: number): Date {
  const now = new Date(nowMs)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
}

/** The name of each step as the rows of the usage have it: a day as 2026-11-17, an hour as the moment it begins. */
export function stepsOf({ from, to }: { from: Date; to: Date }, unit: SpendSpan['unit']): string[] {
  const stepMs = unit === 'DAY' ? dayMs : hourMs
  const count = Math.round((to.getTime() - from.getTime()) / stepMs)
  return Array.from({ length: count }, (_, step) => {
    const at = new Date(from.getTime() + step * stepMs).toISOString()
    return unit === 'DAY' ? at.slice(0, 10) : at
  })
}
