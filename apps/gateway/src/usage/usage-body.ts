// The public representation of usage: grouped as requested, amounts in credits with six decimals.
import { formatCredits } from '@gatehouse/credits/credit'
import type { UsageRow } from '@gatehouse/credits/read-usage'
import { z } from 'zod'

export const usageGroups = ['day', 'model', 'day,model'] as const
export type UsageGroup = (typeof usageGroups)[number]

const credits = z.string().regex(/^-?\d+\.\d{6}$/)

const sums = {
  requests: z.int().describe('Ended calls, including failed ones'),
  failed_requests: z.int().describe('Calls that were not charged'),
  prompt_tokens: z.int(),
  cached_tokens: z.int().describe('Prompt tokens that were read from the cache of the model'),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  credits: credits.describe('Credits charged'),
}

export const usageOutput = z.object({
  object: z.literal('usage'),
  key_id: z.string().nullable().describe('Null for the usage of the whole company'),
  company_id: z.string(),
  from: z.string(),
  to: z.string(),
  currency: z.literal('credits'),
  totals: z.object(sums),
  data: z.array(
    z.object({
      day: z.string().optional().describe('In UTC; present if grouped by day'),
      model: z.string().optional().describe('The alias; present if grouped by model'),
      ...sums,
    }),
  ),
  balance: z.object({
    credits: credits.describe('Balance of the company after all charges'),
    held: credits.describe('Held for calls in flight'),
    as_of: z.string(),
  }),
})

type Sums = z.output<(typeof usageOutput)['shape']['totals']>

export function sumUsage(rows: readonly UsageRow[]): Sums {
  const sum = (pick: (row: UsageRow) => bigint) => rows.reduce((total, row) => total + pick(row), 0n)
  const promptTokens = sum((row) => row.promptTokens)
  const completionTokens = sum((row) => row.completionTokens)
  return {
    requests: Number(sum((row) => row.requests)),
    failed_requests: Number(sum((row) => row.failedRequests)),
    prompt_tokens: Number(promptTokens),
    cached_tokens: Number(sum((row) => row.cachedTokens)),
    completion_tokens: Number(completionTokens),
    total_tokens: Number(promptTokens + completionTokens),
    credits: formatCredits(sum((row) => row.chargedMicros)),
  }
}

type GroupedUsage = { day?: string; model?: string } & Sums

/** Sorted by day, then by alias. */
export function groupUsage(rows: readonly UsageRow[], by: UsageGroup): GroupedUsage[] {
  const hasDay = by !== 'model'
  const hasModel = by !== 'day'
  const groups = Map.groupBy(rows, ({ day, alias }) => `${hasDay ? day : ''} ${hasModel ? alias : ''}`)
  const names = [...groups.keys()].toSorted()
  return names.map((name) => describe(groups.get(name) ?? []))

  function describe(group: readonly UsageRow[]): GroupedUsage {
    const [first] = group
    return {
      ...(first && hasDay && { day: first.day }),
      ...(first && hasModel && { model: first.alias }),
      ...sumUsage(group),
    }
  }
}
