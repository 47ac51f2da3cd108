// What will happen to a call, as far as its client and its provider determine it.
import type { TokenUsage } from '@gatehouse/calls/call'
import { priceCall } from '@gatehouse/credits/price-call'
import type { Random } from '../engine/random.ts'

export type CallPlan = {
  readonly id: string
  readonly companyId: string
  readonly keyId: string
  readonly alias: string
  readonly estimateMicros: bigint
  readonly deadlineMs: number
  readonly frames: number
  readonly frameMs: number
  readonly usage: TokenUsage
  readonly ending: 'usage' | 'no_usage' | 'provider_error' | 'provider_timeout'
  /** The client never hangs up if this is after the last frame. */
  readonly hangsUpAfterMs: number
}

const price = {
  version: 1n,
  alias: 'svc/chat-default',
  inputMicrosPerMillion: 3_000_000n,
  cachedInputMicrosPerMillion: 300_000n,
  outputMicrosPerMillion: 15_000_000n,
}
const unpricedAlias = 'svc/without-price'

export function priceUsage({ alias }: Pick<CallPlan, 'alias'>, usage: TokenUsage) {
  return priceCall(usage, alias === unpricedAlias ? undefined : price)
}

export function planCall(random: Random, id: string, companyId: string): CallPlan {
  const alias = random.chance(0.04) ? unpricedAlias : price.alias
  const promptTokens = random.between(1, 40)
  const completionTokensMax = random.pick([5, 20, 200])
  const usage = {
    promptTokens,
    cachedTokens: random.chance(0.3) ? random.between(0, promptTokens) : 0,
    completionTokens: random.chance(0.3) ? completionTokensMax : random.between(0, completionTokensMax),
  }
  // An upper bound: the current price, with the maximum output and nothing cached.
  const most = priceCall({ promptTokens, cachedTokens: 0, completionTokens: completionTokensMax }, price)
  const dice = random.below(20)
  const ending =
    dice === 0 ? 'no_usage' : dice === 1 ? 'provider_error' : dice === 2 ? 'provider_timeout' : 'usage'
  return {
    id,
    companyId,
    keyId: `key of ${companyId}`,
    alias,
    estimateMicros: most.kind === 'priced' ? most.chargedMicros : 0n,
    deadlineMs: random.pick([5_000, 30_000, 120_000]),
    frames: random.between(0, 4),
    frameMs: random.pick([5, 50, 700]),
    usage,
    ending,
    hangsUpAfterMs: random.chance(0.12) ? random.between(0, 3_000) : Number.POSITIVE_INFINITY,
  }
}
