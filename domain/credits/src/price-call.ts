import type { ParkReason, TokenUsage } from '@gatehouse/calls/call'
import type { Price } from '@gatehouse/models/price'

export type PricedCall =
  | { kind: 'priced'; chargedMicros: bigint; priceVersion: bigint }
  /** Charging nothing or a guess would both be wrong, so the call waits for a person. */
  | { kind: 'unpriced'; reason: ParkReason }

const tokensPerPriceUnit = 1_000_000n

/** Tokens × price, rounded up once for the whole call: the most a caller pays for rounding is a micro-credit. */
export function priceCall(usage: TokenUsage, price: Price | undefined): PricedCall {
  if (!price) return { kind: 'unpriced', reason: 'price_missing' }
  const { inputMicrosPerMillion, cachedInputMicrosPerMillion, outputMicrosPerMillion } = price
  // A negative price would create credits from nothing.
  if (inputMicrosPerMillion < 0n || cachedInputMicrosPerMillion < 0n || outputMicrosPerMillion < 0n) {
    return { kind: 'unpriced', reason: 'price_invalid' }
  }
  const cachedTokens = Math.min(usage.cachedTokens, usage.promptTokens)
  const costPerMillion =
    BigInt(usage.promptTokens - cachedTokens) * inputMicrosPerMillion +
    BigInt(cachedTokens) * cachedInputMicrosPerMillion +
    BigInt(usage.completionTokens) * outputMicrosPerMillion
  const chargedMicros = (costPerMillion + tokensPerPriceUnit - 1n) / tokensPerPriceUnit
  return { kind: 'priced', chargedMicros, priceVersion: price.version }
}
