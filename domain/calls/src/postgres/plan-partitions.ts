// Computes which partitions of calls should exist. A partition is a week, which begins on Monday, or a day, in UTC. The
// setting may have been changed, so both kinds may exist: no plan overlaps an existing partition or leaves out a day.

export type PartitionLength = 'week' | 'day'

/** Days as YYYY-MM-DD; the end is exclusive. */
export type DayRange = { firstDay: string; endDay: string }

const dayMs = 86_400_000
const weekMs = 7 * dayMs

export type PartitionPlan = {
  /** Weeks that need partitions, each given by the date of its Monday. */
  weeks: readonly string[]
  /** Partitions that end by this Monday are detached. */
  detachBefore: string
}

export function planWeeks(
  nowMs: number,
  { weeksAhead, weeksKept }: { weeksAhead: number; weeksKept: number },
): PartitionPlan {
  const monday = mondayOf(nowMs)
  const weeks = Array.from({ length: weeksAhead + 2 }, (_, index) => toDate(monday + (index - 1) * weekMs))
  return { weeks, detachBefore: toDate(monday - weeksKept * weekMs) }
}

/** The partitions that a week lacks: the whole week if none of its days is taken, and otherwise single days. */
export function missingPartitions(
  week: string,
  length: PartitionLength,
  taken: readonly DayRange[],
): DayRange[] {
  const free = daysOf(week).filter(
    (day) => !taken.some(({ firstDay, endDay }) => firstDay <= day && day < endDay),
  )
  return free.length === 7 ? partitionsOf(week, length) : free.map(oneDay)
}

export function partitionsOf(week: string, length: PartitionLength): DayRange[] {
  return length === 'week' ? [{ firstDay: week, endDay: addDays(week, 7) }] : daysOf(week).map(oneDay)
}

/** The Monday of the week of a day. */
export function weekOf(day: string): string {
  return toDate(mondayOf(Date.parse(day)))
}

export function lengthInDays({ firstDay, endDay }: DayRange): number {
  return (Date.parse(endDay) - Date.parse(firstDay)) / dayMs
}

function oneDay(day: string): DayRange {
  return { firstDay: day, endDay: addDays(day, 1) }
}

function daysOf(week: string): string[] {
  return Array.from({ length: 7 }, (_, index) => addDays(week, index))
}

function addDays(day: string, days: number): string {
  return toDate(Date.parse(day) + days * dayMs)
}

function mondayOf(wallMs: number): number {
  const midnightMs = wallMs - (wallMs % dayMs)
  const daysSinceMonday = (new Date(midnightMs).getUTCDay() + 6) % 7
  return midnightMs - daysSinceMonday * dayMs
}

export function toDate(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 10)
}
