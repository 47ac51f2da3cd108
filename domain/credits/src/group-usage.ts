// Sums of usage rows, in total and by day, alias and other dimensions. The gateway's REST answer and GraphQL format them.
import type { UsageRow } from './postgres/read-usage.ts'

type Dimensions = Pick<UsageRow, 'day' | 'hour' | 'alias' | 'keyId' | 'operation'>

export type UsageSums = Omit<UsageRow, keyof Dimensions>

/** A dimension is null unless the usage is grouped by it. */
export type GroupedUsage = UsageSums & { [Name in keyof Dimensions]-?: string | null }

export type UsageGrouping = {
  byDay: boolean
  byAlias: boolean
  byHour?: boolean
  byKey?: boolean
  byOperation?: boolean
}

/** Groups the rows, ordered by day, hour, alias, key and operation. */
export function groupUsage(rows: readonly UsageRow[], grouping: UsageGrouping): GroupedUsage[] {
  const { byDay, byAlias, byHour = false, byKey = false, byOperation = false } = grouping
  const namesOf = (row: UsageRow) => ({
    day: byDay ? row.day : null,
    hour: byHour ? (row.hour ?? null) : null,
    alias: byAlias ? row.alias : null,
    keyId: byKey ? (row.keyId ?? null) : null,
    operation: byOperation ? (row.operation ?? null) : null,
  })
  const groups = Map.groupBy(rows, (row) => Object.values(namesOf(row)).join(' '))
  return [...groups.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, group]) => {
      const [first] = group
      return first ? [{ ...sumUsage(group), ...namesOf(first) }] : []
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
