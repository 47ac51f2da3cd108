// What will happen to a call, as far as its client and its provider determine it.
import type { TokenUsage } from '@gatehouse/calls/call'
import { priceCall } from '@gatehouse/credits/price-call'
import type { CallerKey } from '@gatehouse/keys/key-ports'
import type { AliasEntry, Route } from '@gatehouse/models/alias'
import type { Random } from '../engine/random.ts'

export type CallPlan = {
  readonly id: string
  readonly key: CallerKey
  readonly alias: string
  readonly isStream: boolean
  readonly outputTokensMax: number
  /** Frames of text before the end. */
  readonly frames: number
  readonly frameMs: number
  readonly usage: TokenUsage
  readonly ending: 'usage' | 'no_usage' | 'breaks' | 'hangs' | 'refuses' | 'fails_first'
  /** The client never hangs up if this is after the last frame. */
  readonly hangsUpAfterMs: number
  readonly idempotencyKey: string | undefined
}

const price = {
  version: 1n,
  inputMicrosPerMillion: 3_000_000n,
  cachedInputMicrosPerMillion: 300_000n,
  outputMicrosPerMillion: 15_000_000n,
}

const route: Route = {
  id: 'route',
  position: 1,
  weight: 1,
  baseUrl: 'http://provider.invalid',
  providerModel: 'a-model',
  credential: null,
  timeouts: { connectMs: 500, firstByteMs: 4_000, idleMs: 4_000, totalMs: 20_000 },
  supportsStreamOptions: true,
  supportsJsonSchema: true,
  supportsLegacyCompletions: true,
  countsTotalTokens: true,
  answerModels: [],
  rejectedFields: [],
  hiddenFields: [],
  hiddenNames: [],
}

const unpricedAlias = 'svc/without-price'
const outputTokensMax = 200

function toEntry(alias: string, totalMs: number): AliasEntry {
  const timeouts = { ...route.timeouts, totalMs }
  return {
    alias,
    capability: 'chat',
    maxOutputTokens: outputTokensMax,
    contextTokens: 100_000,
    routes: [{ ...route, id: `route of ${alias}`, timeouts }],
    price: alias === unpricedAlias ? undefined : { ...price, alias },
  }
}

export const aliases: ReadonlyMap<string, AliasEntry> = new Map(
  [
    toEntry('svc/chat-default', 10_000),
    toEntry('svc/chat-fast', 5_000),
    toEntry('svc/chat-slow', 60_000),
    toEntry(unpricedAlias, 5_000),
  ].map((entry) => [entry.alias, entry]),
)

/** Undefined if the call will be parked. */
export function costOf({ alias, usage }: CallPlan): bigint | undefined {
  const priced = priceCall(usage, aliases.get(alias)?.price)
  return priced.kind === 'priced' ? priced.chargedMicros : undefined
}

type CallToPlan = { id: string; key: CallerKey; slowShare: number }

export function planCall(random: Random, { id, key, slowShare }: CallToPlan): CallPlan {
  // Fewer than the gateway expects of a body of this size, so that no charge exceeds its hold.
  const promptTokens = random.between(1, 20)
  const asked = random.pick([5, 5, 20, outputTokensMax])
  const dice = random.below(40)
  // Some streams take longer than the reaper needs to find a dead process.
  const isSlow = random.chance(slowShare)
  const endings = ['no_usage', 'breaks', 'hangs', 'refuses', 'fails_first'] as const
  return {
    id,
    key,
    alias: isSlow
      ? 'svc/chat-slow'
      : random.chance(0.04)
        ? unpricedAlias
        : random.pick(['svc/chat-default', 'svc/chat-fast']),
    isStream: isSlow || random.chance(0.75),
    outputTokensMax: asked,
    frames: isSlow ? 12 : random.between(0, 3),
    frameMs: isSlow ? random.between(1_500, 3_500) : random.pick([5, 50, 700]),
    usage: {
      promptTokens,
      cachedTokens: random.chance(0.3) ? random.between(0, promptTokens) : 0,
      completionTokens: random.chance(0.3) ? asked : random.between(0, asked),
    },
    ending: endings[dice] ?? 'usage',
    hangsUpAfterMs: random.chance(0.12) ? random.between(0, 3_000) : Number.POSITIVE_INFINITY,
    idempotencyKey: random.chance(0.35) ? `once-${id}` : undefined,
  }
}

export function toBody({ id, alias, isStream, outputTokensMax: most, idempotencyKey }: CallPlan): Buffer {
  return Buffer.from(
    JSON.stringify({
      model: alias,
      messages: [{ role: 'user', content: 'A question that is about as long as questions are.' }],
      max_tokens: most,
      stream: isStream,
      // A retry has the same body.
      user: idempotencyKey ?? `once-${id}`,
    }),
  )
}
