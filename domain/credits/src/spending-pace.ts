// How fast a company spends its credits, and how long its balance lasts at that pace. Days and months are in UTC, as in
// the rollups.
import type { UsageRow } from './postgres/read-usage.ts'

const dayMs = 86_400_000
const paceDays = 7
// The largest value of a GraphQL Int is a little more than this.
const daysLeftMax = 2_000_000_000

export type SpendingPace = {
  spentThisMonthMicros: bigint
  /** Spent since the beginning of the day six days ago. */
  spentLatelyMicros: bigint
  latelyMs: number
}

/** The first day of which the usage is needed, as ISO 8601. */
export function paceFrom(nowMs: number): string {
  return new Date(Math.min(monthStart(nowMs), latelyStart(nowMs))).toISOString()
}

export function readPace(
  rows: readonly Pick<UsageRow, 'day' | 'chargedMicros'>[],
  nowMs: number,
): SpendingPace {
  const spentSince = (startMs: number) =>
    rows
      .filter(({ day }) => Date.parse(day) >= startMs)
      .reduce((sum, { chargedMicros }) => sum + chargedMicros, 0n)
  return {
    spentThisMonthMicros: spentSince(monthStart(nowMs)),
    spentLatelyMicros: spentSince(latelyStart(nowMs)),
    latelyMs: nowMs - latelyStart(nowMs),
  }
}

/** Whole days for which the balance lasts at the recent pace; null if nothing was spent lately. */
export function daysLeft(
  balanceMicros: bigint,
  { spentLatelyMicros, latelyMs }: SpendingPace,
): number | null {
  if (spentLatelyMicros <= 0n) return null
  if (balanceMicros <= 0n) return 0
  const days = (balanceMicros * BigInt(Math.round(latelyMs))) / (spentLatelyMicros * BigInt(dayMs))
  return days > BigInt(daysLeftMax) ? daysLeftMax : Number(days)
}

function monthStart(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
}

function latelyStart(nowMs: number): number {
  return Math.floor(nowMs / dayMs) * dayMs - (paceDays - 1) * dayMs
}
