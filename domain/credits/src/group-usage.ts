// Sums of usage rows, in total and by day, by alias or by both. The gateway's REST answer and GraphQL format them.
import type { UsageRow } from './postgres/read-usage.ts'

export type UsageSums = Omit<UsageRow, 'day' | 'alias'>

/** `day` and `alias` are null unless the usage is grouped by them. */
export type GroupedUsage = UsageSums & { day: string | null; alias: string | null }

/** Groups the rows, ordered by day and then by alias. */
export function groupUsage(
  rows: readonly UsageRow[],
  { byDay, byAlias }: { byDay: boolean; byAlias: boolean },
): GroupedUsage[] {
  const dayOf = (row: UsageRow) => (byDay ? row.day : null)
  const aliasOf = (row: UsageRow) => (byAlias ? row.alias : null)
  const groups = Map.groupBy(rows, (row) => `${dayOf(row) ?? ''} ${aliasOf(row) ?? ''}`)
  return [...groups.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group
      return first ? [{ ...sumUsage(group), day: dayOf(first), alias: aliasOf(first) }] : []
    })
}

export function sumUsage(rows: readonly UsageRow[]): UsageSums {
  const sum = (pick: (row: UsageRow) => bigint) => rows.reduce((total, row) => total + pick(row), 0n)
  return {
    requests: sum((row) => row.requests),
    failedRequests: sum((row) => row.failedRequests),
    promptTokens: sum((row) => row.promptTokens),
    cachedTokens: sum((row) => row.cachedTokens),
    completionTokens: sum((row) => row.completionTokens),
    chargedMicros: sum((row) => row.chargedMicros),
  }
}
