import type { ParkReason, TokenUsage } from '@gatehouse/calls/call'
import type { Price } from '@gatehouse/models/price'

export type PricedCall =
  | { kind: 'priced'; chargedMicros: bigint; priceVersion: bigint }
  /** Charging nothing or a guess would both be wrong, so the call waits for a person. */
  | { kind: 'unpriced'; reason: ParkReason }

const tokensPerPriceUnit = 1_000_000n

// A billion credits. A charge beyond it is a mistake in the price, and a few of them would not fit a balance.
const chargedMicrosMax = 1_000_000_000_000_000n

/** Tokens × price, rounded up once for the whole call: the most a caller pays for rounding is a micro-credit. */
export function priceCall(usage: TokenUsage, price: Price | undefined): PricedCall {
  if (!price) return { kind: 'unpriced', reason: 'price_missing' }
  const { inputMicrosPerMillion, cachedInputMicrosPerMillion, outputMicrosPerMillion } = price
  // A negative price would create credits from nothing.
  if (inputMicrosPerMillion < 0n || cachedInputMicrosPerMillion < 0n || outputMicrosPerMillion < 0n) {
    return { kind: 'unpriced', reason: 'price_invalid' }
  }
  const chargedMicros = costMicros(usage, price)
  if (chargedMicros > chargedMicrosMax) return { kind: 'unpriced', reason: 'price_invalid' }
  return { kind: 'priced', chargedMicros, priceVersion: price.version }
}

/** Whatever it comes to; only `priceCall` says whether it may be charged. */
export function costMicros(usage: TokenUsage, price: Price): bigint {
  const cachedTokens = Math.min(usage.cachedTokens, usage.promptTokens)
  const costPerMillion =
    BigInt(usage.promptTokens - cachedTokens) * price.inputMicrosPerMillion +
    BigInt(cachedTokens) * price.cachedInputMicrosPerMillion +
    BigInt(usage.completionTokens) * price.outputMicrosPerMillion
  return (costPerMillion + tokensPerPriceUnit - 1n) / tokensPerPriceUnit
}
