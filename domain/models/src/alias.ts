import type { Secret } from '@gatehouse/runtime/secret'

export const capabilities = ['chat', 'extract', 'embed'] as const
export type Capability = (typeof capabilities)[number]

/** The stable name of a model, such as `svc/chat-default`. */
export type Alias = {
  alias: string
  capability: Capability
  /** The maximum output assumed for a call, and the assumed request if the call sets no limit. */
  maxOutputTokens: number
  /** Maximum number of prompt tokens; null if it is unknown. */
  contextTokens: number | null
}

export type RouteTimeouts = { connectMs: number; firstByteMs: number; idleMs: number; totalMs: number }

/** One way to serve an alias: a provider and the provider's name for the model. */
export type Route = {
  /** Stable across reloads, unlike the object: per-route state is keyed by it. */
  id: string
  position: number
  weight: number
  /** Without a trailing slash: `${baseUrl}/chat/completions`. */
  baseUrl: string
  providerModel: string
  /** Null for a provider that needs no authorization header. */
  credential: Secret | null
  timeouts: RouteTimeouts
  supportsStreamOptions: boolean
  supportsJsonSchema: boolean
  supportsLegacyCompletions: boolean
  /** Whether output is total_tokens − prompt_tokens where that exceeds completion_tokens. */
  countsTotalTokens: boolean
  /**
   * Model names that the provider's answers may contain; `name*` is a prefix. If empty, the requested name and its
   * variants.
   */
  answerModels: readonly string[]
  /** Request fields that would change the model or the price; a request with one of them is refused. */
  rejectedFields: readonly string[]
  /** Top-level answer fields that reveal the provider, in addition to the well-known ones. */
  hiddenFields: readonly string[]
  /** Names that must not reach a caller in an error message, in addition to the well-known ones. */
  hiddenNames: readonly string[]
}

export type AliasEntry = Alias & {
  /** May be empty: then the alias exists, but its calls are refused. */
  routes: readonly Route[]
  /** Undefined if the alias has no price: its calls are then parked, never charged by a guess. */
  price: Price | undefined
}

type Ordered = Pick<Route, 'position' | 'weight'>

/**
 * Returns the order in which a call tries the routes: by position, and randomly by weight within a position. Each route
 * comes first in proportion to its weight, and the same holds for the remaining ones.
 */
export function orderRoutes<R extends Ordered>(routes: readonly R[], random: () => number): readonly R[] {
  if (routes.length < 2) return routes
  // Each route gets an exponentially distributed random value with its weight as rate; ascending order is the weighted
  // random order.
  return routes
    .map((route) => ({ route, ringsAt: -Math.log(1 - random()) / route.weight }))
    .sort((left, right) => left.route.position - right.route.position || left.ringsAt - right.ringsAt)
    .map(({ route }) => route)
}

/** The price of an alias from a given time on, in micro-credits per million tokens. A version never changes. */
export type Price = {
  version: bigint
  alias: string
  inputMicrosPerMillion: bigint
  cachedInputMicrosPerMillion: bigint
  outputMicrosPerMillion: bigint
}
