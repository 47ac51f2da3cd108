import type { Secret } from '@gatehouse/runtime/secret'
import type { Price } from './price.ts'

export const capabilities = ['chat', 'extract', 'embed'] as const
export type Capability = (typeof capabilities)[number]

/** The stable name of a model, such as `svc/chat-default`. */
export type Alias = {
  alias: string
  capability: Capability
  /** The most that a call is estimated to write, and what it is taken to ask for if it names no limit. */
  maxOutputTokens: number
  /** How many tokens a prompt may have; null if nobody has said. */
  contextTokens: number | null
}

export type RouteTimeouts = { connectMs: number; firstByteMs: number; idleMs: number; totalMs: number }

/** One way to an answer: a provider, and the name by which it knows the model. */
export type Route = {
  /** Stays the same over reloads, unlike the object: what is remembered of a route is kept under its id. */
  id: string
  position: number
  weight: number
  /** Without a slash at its end: `${baseUrl}/chat/completions`. */
  baseUrl: string
  providerModel: string
  /** Null for a provider that wants no authorization header. */
  credential: Secret | null
  timeouts: RouteTimeouts
  supportsStreamOptions: boolean
  supportsJsonSchema: boolean
  supportsLegacyCompletions: boolean
  /** Whether total_tokens − prompt_tokens is what the model wrote, where that is more than completion_tokens. */
  countsTotalTokens: boolean
  /** How the provider may call the model in its answers; `name*` is a prefix. Empty: what it is asked for, and more. */
  answerModels: readonly string[]
  /** Fields of a request that would change the model or the price; such a request is refused. */
  rejectedFields: readonly string[]
  /** Top-level fields of an answer, besides those that are known everywhere, that say who wrote it. */
  hiddenFields: readonly string[]
  /** Names that must not reach a caller in an error message, besides those that are known everywhere. */
  hiddenNames: readonly string[]
}

export type AliasEntry = Alias & {
  /** May be empty: then the alias exists, and nobody can answer for it. */
  routes: readonly Route[]
  /** Undefined if there is none: a call is then parked, never charged by a guess. */
  price: Price | undefined
}

type Ordered = Pick<Route, 'position' | 'weight'>

/**
 * The order in which a call tries them: by position, and within one position by chance, so that each comes first as
 * often as its weight says, and of those that are left each comes next as often as its weight says.
 */
export function orderRoutes<R extends Ordered>(routes: readonly R[], random: () => number): readonly R[] {
  if (routes.length < 2) return routes
  // Like clocks that ring at random, each at the rate of its weight: the order in which they ring is the order wanted.
  return routes
    .map((route) => ({ route, ringsAt: -Math.log(1 - random()) / route.weight }))
    .sort((left, right) => left.route.position - right.route.position || left.ringsAt - right.ringsAt)
    .map(({ route }) => route)
}
