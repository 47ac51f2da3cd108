// Learns which request form each route supports. The most capable form is tried first, and every refusal that names an
// unsupported feature moves one step down: a strict schema, a forced tool call, any JSON, plain text. The result is
// remembered for a while, so that a route refuses once and not for every document.
import type { ModelRoute } from './ask-model.ts'

export const extractModes = ['json_schema', 'tool', 'json_object', 'text'] as const
export type ExtractMode = (typeof extractModes)[number]

/** The request form that a route is assumed to support. */
export type Capabilities = {
  mode: ExtractMode
  /** False for models that only accept their default temperature. */
  takesTemperature: boolean
  /** The name of the output limit: newer models use another one, and some servers support neither. */
  limitName: 'max_tokens' | 'max_completion_tokens' | null
}

export type RouteCapabilities = {
  of(route: ModelRoute): Capabilities
  /** Returns false if the refusal was about something else, or if there is no simpler form left. */
  learn(route: ModelRoute, assumed: Capabilities, refusal: string): boolean
}

/**
 * Bounds the memory of a long-lived process: when this number is reached, all routes are forgotten and learnt again
 * from their refusals.
 */
const routesMax = 1_000
/** Limited, because a refusal may have concerned one document only, and providers gain features. */
const rememberedForMs = 600_000

export function createRouteCapabilities(monotonicMs: () => number): RouteCapabilities {
  const known = new Map<string, { capabilities: Capabilities; untilMs: number }>()

  function of({ id, supportsJsonSchema }: ModelRoute): Capabilities {
    const first = supportsJsonSchema ? 'json_schema' : 'tool'
    const learnt = known.get(id)
    if (learnt && monotonicMs() < learnt.untilMs) return learnt.capabilities
    return { mode: first, takesTemperature: true, limitName: 'max_tokens' }
  }

  return {
    of,
    learn(route, assumed, refusal) {
      const learnt = stepDown(assumed, refusal)
      if (!learnt) return false
      if (known.size >= routesMax) known.clear()
      known.set(route.id, { capabilities: learnt, untilMs: monotonicMs() + rememberedForMs })
      return true
    },
  }
}

const namesTemperature = /temperature/i
const namesLimit = /max_(?:completion_)?tokens/i
const namesMode: Readonly<Record<ExtractMode, RegExp>> = {
  json_schema: /response_format|json_schema|structured|schema/i,
  tool: /tool|function/i,
  json_object: /response_format|json_object|json mode/i,
  text: /(?!)/,
}

function stepDown(assumed: Capabilities, refusal: string): Capabilities | undefined {
  if (assumed.takesTemperature && namesTemperature.test(refusal))
    return { ...assumed, takesTemperature: false }
  if (assumed.limitName !== null && namesLimit.test(refusal)) {
    return { ...assumed, limitName: assumed.limitName === 'max_tokens' ? 'max_completion_tokens' : null }
  }
  if (!namesMode[assumed.mode].test(refusal)) return undefined
  const mode = extractModes[extractModes.indexOf(assumed.mode) + 1]
  return mode && { ...assumed, mode }
}
