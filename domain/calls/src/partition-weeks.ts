// Computes which weekly partitions should exist. Weeks begin on Monday, UTC.
const dayMs = 86_400_000
const weekMs = 7 * dayMs

export type PartitionPlan = {
  /** Mondays as dates. */
  create: readonly string[]
  /** Partitions of weeks before this Monday are detached. */
  detachBefore: string
}

export function planPartitions(
  nowMs: number,
  { weeksAhead, weeksKept }: { weeksAhead: number; weeksKept: number },
): PartitionPlan {
  const monday = mondayOf(nowMs)
  const create = Array.from({ length: weeksAhead + 2 }, (_, index) => toDate(monday + (index - 1) * weekMs))
  return { create, detachBefore: toDate(monday - weeksKept * weekMs) }
}

function mondayOf(wallMs: number): number {
  const midnightMs = wallMs - (wallMs % dayMs)
  const daysSinceMonday = (new Date(midnightMs).getUTCDay() + 6) % 7
  return midnightMs - daysSinceMonday * dayMs
}

function toDate(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 10)
}
