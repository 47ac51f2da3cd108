// The public representation of usage: grouped as requested, amounts in credits with six decimals.
import { formatCredits } from '@gatehouse/credits/credit'
import { type GroupedUsage, type UsageSums, groupUsage } from '@gatehouse/credits/group-usage'
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
  from: z
    .string()
    .describe('Start of the counted period: of its first day, in UTC, if calls of that day are archived'),
  to: z
    .string()
    .describe('End of the counted period: of its last day, in UTC, if calls of that day are archived'),
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

type SumsBody = z.output<(typeof usageOutput)['shape']['totals']>
type GroupBody = { day?: string; model?: string } & SumsBody

export function toSumsBody(sums: UsageSums): SumsBody {
  return {
    requests: Number(sums.requests),
    failed_requests: Number(sums.failedRequests),
    prompt_tokens: Number(sums.promptTokens),
    cached_tokens: Number(sums.cachedTokens),
    completion_tokens: Number(sums.completionTokens),
    total_tokens: Number(sums.promptTokens + sums.completionTokens),
    credits: formatCredits(sums.chargedMicros),
  }
}

/** Sorted by day, then by alias. */
export function toGroupBodies(rows: readonly UsageRow[], by: UsageGroup): GroupBody[] {
  return groupUsage(rows, { byDay: by !== 'model', byAlias: by !== 'day' }).map(toGroupBody)
}

function toGroupBody(group: GroupedUsage): GroupBody {
  return {
    ...(group.day !== null && { day: group.day }),
    ...(group.alias !== null && { model: group.alias }),
    ...toSumsBody(group),
  }
}
