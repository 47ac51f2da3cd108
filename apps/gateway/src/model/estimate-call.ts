// Estimates the tokens and the cost of a call before it runs: what to hold, and which usage report would be implausible.
import { type PossibleUsage, possibleUsage } from '@gatehouse/calls/possible-usage'
import { costMicros } from '@gatehouse/credits/price-call'
import { type TokenEstimate, estimateTokens } from '@gatehouse/limits/estimate-tokens'
import { toHeldMicros } from '@gatehouse/limits/hold'
import type { AliasEntry } from '@gatehouse/models/alias'
import type { Endpoint } from '../call/endpoint.ts'
import { type ModelBody, generatedCountOf } from './read-model-call.ts'

export type Estimate = {
  inputTokens: number
  outputTokens: number
  totalTokens: number
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
