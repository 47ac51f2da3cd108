// The usage block: the real counts, unless the plan sets the numbers or corrupts one.
import type { UsagePlan } from '../plan/fault-plan.ts'

export type TokenCounts = { promptTokens: number; completionTokens: number }

type BadUsage = NonNullable<UsagePlan['bad']>

export function finalUsage(counted: TokenCounts, plan: UsagePlan = {}): object {
  const counts: NonNullable<UsagePlan['exact']> = plan.exact ?? counted
  const usage = {
    prompt_tokens: counts.promptTokens,
    completion_tokens: counts.completionTokens,
    total_tokens: counts.totalTokens ?? counts.promptTokens + counts.completionTokens,
    prompt_tokens_details: { cached_tokens: counts.cachedTokens ?? 0 },
    completion_tokens_details: { reasoning_tokens: counts.reasoningTokens ?? 0 },
  }
  return plan.bad ? spoil(usage, plan.bad) : usage
}

/**
 * The usage block of an interim report. The counts grow from block to block, so a reader that sums the blocks or takes
 * the first one gets a wrong result.
 */
export function runningUsage(counted: TokenCounts, plan: UsagePlan = {}): object {
  const { exact } = plan
  if (!exact) return finalUsage(counted, plan)
  const completionTokens = Math.min(counted.completionTokens, exact.completionTokens)
  return finalUsage(counted, { ...plan, exact: { ...exact, completionTokens, totalTokens: undefined } })
}

export function embeddingUsage(counted: number, { exact, bad }: UsagePlan = {}): object {
  const promptTokens = exact?.promptTokens ?? counted
  const usage = { prompt_tokens: promptTokens, total_tokens: exact?.totalTokens ?? promptTokens }
  return bad ? spoil(usage, { field: 'prompt_tokens', ...bad }) : usage
}

function spoil(usage: object, { value, field = 'completion_tokens' }: BadUsage): object {
  const spoilt = BAD_VALUES[value]
  if (field === 'cached_tokens') return { ...usage, prompt_tokens_details: { cached_tokens: spoilt } }
  return { ...usage, [field]: spoilt }
}

const BAD_VALUES = { negative: -7, fractional: 1.5, string: '12', huge: 1e99 } satisfies Record<
  BadUsage['value'],
  unknown
>
