// Whether a provider's usage report can be right for the request. It is never judged by the size of the body: images, files
// and tools cost tokens that the body does not show.
import type { TokenUsage } from './call.ts'

export type PossibleUsage = { promptTokensMax: number; completionTokensMax: number }

/** Providers count the end of an answer, and its reasoning, a little differently from the limit that they keep. */
const outputSlackPercent = 110

// Far above the window of any model: what a report may say where nobody has said what the window is.
const contextTokensMax = 10_000_000

export type AskedUsage = {
  /** The context window; null if it is not known. */
  contextTokens: number | null
  /** How many texts the request holds, each of which may fill the window. */
  textCount: number
  /** The larger of what the alias writes and what the caller allows, for one answer. */
  outputTokensMax: number
  answerCount: number
}

export function possibleUsage(asked: AskedUsage): PossibleUsage {
  return {
    promptTokensMax: (asked.contextTokens ?? contextTokensMax) * asked.textCount,
    completionTokensMax: Math.floor((asked.outputTokensMax * asked.answerCount * outputSlackPercent) / 100),
  }
}

export function isPossible(
  { promptTokens, completionTokens }: TokenUsage,
  { promptTokensMax, completionTokensMax }: PossibleUsage,
): boolean {
  return promptTokens <= promptTokensMax && completionTokens <= completionTokensMax
}
