import type { Secret } from '@gatehouse/runtime/secret'

export const capabilities = ['chat', 'extract', 'embed'] as const
export type Capability = (typeof capabilities)[number]

/** The stable name of a model, such as `svc/chat-default`. */
export type Alias = {
  alias: string
  capability: Capability
  /** Maximum number of output tokens assumed for a call, and the limit assumed for a call that sets none. */
  maxOutputTokens: number
  /** Maximum number of prompt tokens; null if it is unknown. */
  contextTokens: number | null
}

export type RouteTimeouts = { connectMs: number; firstByteMs: number; idleMs: number; totalMs: number }

/** One way to serve an alias: a provider and the provider's name for the model. */
export type Route = {
  /** Does not change when the catalog is reloaded, unlike the route object; per-route state is keyed by it. */
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
  /** True if output is counted as total_tokens − prompt_tokens whenever that exceeds completion_tokens. */
  countsTotalTokens: boolean
  /**
   * Model names that the provider's answers may contain; `name*` matches a prefix. If the list is empty, the requested
   * name and its variants are accepted.
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
  /**
   * Undefined if the alias has no price: its calls are then parked until a price is decided, never charged a guessed
   * price.
   */
  price: Price | undefined
}

type Ordered = Pick<Route, 'position' | 'weight'>

/**
 * Returns the order in which a call tries the routes: by position, and within a position at random by weight. Each next
 * route is drawn from the remaining ones with a probability proportional to its weight.
 */
export function orderRoutes<R extends Ordered>(routes: readonly R[], random: () => number): readonly R[] {
  if (routes.length < 2) return routes
  // Each route gets an exponentially distributed random value whose rate is its weight; sorting by that value gives the
  // weighted random order.
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
