// Estimates the tokens and the cost of a call before it runs: what to hold, and which usage report would be implausible.
import { type PossibleUsage, costMicros, possibleUsage } from '@gatehouse/credits/price-call'
import { toHeldMicros } from '@gatehouse/limits/admission'
import type { AliasEntry } from '@gatehouse/models/alias'
import type { Endpoint } from '../call/endpoint.ts'
import { type ModelBody, generatedCountOf } from './read-model-call.ts'

type TokenEstimate = { inputTokens: number; outputTokens: number; totalTokens: number }

export type Estimate = TokenEstimate & {
  /** Tokens that count against the token limit while the call runs: the likely usage, not the maximum. */
  reservedTokens: number
  micros: bigint
}

// Far above the context of any model: the alias's own context limit may be unknown, and only `possibleUsageOf` uses it.
export const contextTokensMax = 4_000_000

export function estimateCall(
  endpoint: Endpoint,
  { body, scan, entry }: ModelBody,
  expectedOutputTokens: number,
): Estimate {
  const generatedCount = generatedCountOf(scan)
  const outputTokensMax = endpoint.operation === 'embeddings' ? 0 : entry.maxOutputTokens * generatedCount
  const requestedOutputTokens =
    scan.outputTokensMax === undefined ? undefined : scan.outputTokensMax * generatedCount
  const tokens = estimateTokens({
    bodyBytes: body.length,
    askedOutputTokens: requestedOutputTokens,
    alias: { outputTokensMax, outputTokensAssumed: outputTokensMax, contextTokensMax },
  })
  const likelyOutput = Math.min(tokens.outputTokens, expectedOutputTokens * generatedCount)
  return { ...priceEstimate(tokens, entry), reservedTokens: tokens.inputTokens + likelyOutput }
}

type TokenQuestion = {
  bodyBytes: number
  /** `max_tokens` or its equivalent, if the caller set it. */
  askedOutputTokens?: number | undefined
  alias: {
    outputTokensMax: number
    /** Assumed output of a call that sets no limit. */
    outputTokensAssumed: number
    contextTokensMax: number
  }
}

const bytesPerToken = 4

/**
 * A rough estimate, which the actual usage replaces later. It is usually too high, but too low for writing systems that
 * need more than one token per four bytes.
 */
export function estimateTokens({ bodyBytes, askedOutputTokens, alias }: TokenQuestion): TokenEstimate {
  const asked = askedOutputTokens ?? alias.outputTokensAssumed
  const outputTokens = Math.max(0, Math.ceil(Math.min(asked, alias.outputTokensMax)))
  const inputTokens = Math.min(Math.ceil(bodyBytes / bytesPerToken), alias.contextTokensMax)
  return {
    inputTokens,
    outputTokens,
    totalTokens: Math.min(inputTokens + outputTokens, alias.contextTokensMax),
  }
}

/** Upper bounds on the usage that a provider can plausibly report for this request. */
export function possibleUsageOf(endpoint: Endpoint, { scan, entry }: ModelBody): PossibleUsage {
  const isEmbedding = endpoint.operation === 'embeddings'
  return possibleUsage({
    contextTokens: entry.contextTokens,
    textCount: isEmbedding ? scan.inputCount : scan.promptCount,
    outputTokensMax: isEmbedding ? 0 : Math.max(entry.maxOutputTokens, scan.outputTokensMax ?? 0),
    answerCount: generatedCountOf(scan),
  })
}

/** Prices the tokens at the current price. Without a price the estimate is zero, because the call will be parked. */
export function priceEstimate(tokens: TokenEstimate, { price }: Pick<AliasEntry, 'price'>): Estimate {
  const usage = { promptTokens: tokens.inputTokens, cachedTokens: 0, completionTokens: tokens.outputTokens }
  const micros = price ? toHeldMicros(costMicros(usage, price)) : 0n
  return { ...tokens, reservedTokens: tokens.totalTokens, micros }
}
