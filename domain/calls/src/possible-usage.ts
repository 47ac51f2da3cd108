// Checks whether a provider's usage report is plausible for the request. The size of the body is not considered:
// images, files and tools cost tokens that the body does not show.
import type { TokenUsage } from './call.ts'

export type PossibleUsage = { promptTokensMax: number; completionTokensMax: number }

/**
 * Allowance on the output limit: the usage that providers report for the end of an answer and for its reasoning differs
 * slightly from the count by which they enforce the limit.
 */
const outputSlackPercent = 110

// Far above the context window of any model; applies where the window is not configured.
const assumedContextTokens = 10_000_000

export type AskedUsage = {
  /** The context window; null if it is unknown. */
  contextTokens: number | null
  /** Number of texts in the request, each of which may fill the window. */
  textCount: number
  /** Maximum output of one answer: the larger of the alias's limit and the caller's. */
  outputTokensMax: number
  answerCount: number
}

export function possibleUsage(asked: AskedUsage): PossibleUsage {
  return {
    promptTokensMax: (asked.contextTokens ?? assumedContextTokens) * asked.textCount,
    completionTokensMax: Math.floor((asked.outputTokensMax * asked.answerCount * outputSlackPercent) / 100),
  }
}

export function isPossible(
  { promptTokens, completionTokens }: TokenUsage,
  { promptTokensMax, completionTokensMax }: PossibleUsage,
): boolean {
  return promptTokens <= promptTokensMax && completionTokens <= completionTokensMax
}
