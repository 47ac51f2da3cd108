// What a provider's usage report is worth: whether it is plausible for the request, and what it costs. A report that is
// not plausible is not charged, because a person has to look at it first.
import type { ParkReason, TokenUsage } from '@gatehouse/calls/call'
import type { Price } from '@gatehouse/models/alias'

export type PricedCall =
  | { kind: 'priced'; chargedMicros: bigint; priceVersion: bigint }
  /** The call cannot be priced. Charging nothing and charging a guess would both be wrong, so a person decides. */
  | { kind: 'unpriced'; reason: ParkReason }

const tokensPerPriceUnit = 1_000_000n

// A billion credits. A larger charge is a mistake in the price, and a few of them would overflow a balance.
const chargedMicrosMax = 1_000_000_000_000_000n

/** Tokens × price, rounded up once for the whole call: rounding costs a caller at most one micro-credit. */
export function priceCall(usage: TokenUsage, price: Price | undefined): PricedCall {
  if (!price) return { kind: 'unpriced', reason: 'price_missing' }
  const { inputMicrosPerMillion, cachedInputMicrosPerMillion, outputMicrosPerMillion } = price
  // A negative price would create credits.
  if (inputMicrosPerMillion < 0n || cachedInputMicrosPerMillion < 0n || outputMicrosPerMillion < 0n) {
    return { kind: 'unpriced', reason: 'price_invalid' }
  }
  const chargedMicros = costMicros(usage, price)
  if (chargedMicros > chargedMicrosMax) return { kind: 'unpriced', reason: 'price_invalid' }
  return { kind: 'priced', chargedMicros, priceVersion: price.version }
}

/** The cost without an upper limit; only `priceCall` decides whether it may be charged. */
export function costMicros(usage: TokenUsage, price: PricePerMillion): bigint {
  return exactCost(usage, price).chargedMicros
}

export type PricePerMillion = Pick<
  Price,
  'inputMicrosPerMillion' | 'cachedInputMicrosPerMillion' | 'outputMicrosPerMillion'
>

/** The cost and what it consists of: the tokens by class, and the sum before it is divided and rounded up. */
export function exactCost(usage: TokenUsage, price: PricePerMillion) {
  const cachedTokens = Math.min(usage.cachedTokens, usage.promptTokens)
  const inputTokens = usage.promptTokens - cachedTokens
  const costPerMillion =
    BigInt(inputTokens) * price.inputMicrosPerMillion +
    BigInt(cachedTokens) * price.cachedInputMicrosPerMillion +
    BigInt(usage.completionTokens) * price.outputMicrosPerMillion
  return {
    inputTokens,
    cachedTokens,
    outputTokens: usage.completionTokens,
    costPerMillion,
    chargedMicros: (costPerMillion + tokensPerPriceUnit - 1n) / tokensPerPriceUnit,
  }
}

/**
 * Largest usage that is plausible for a request. The size of the body is not considered: images, files and tools cost
 * tokens that the body does not show.
 */
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
