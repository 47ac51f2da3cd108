// How a route wants to be asked. The best form first, and down one rung with each refusal that names what it does not
// know: a schema, a tool that must be called, JSON of any form, plain text. What was learnt is remembered for a while,
// so a route refuses once and not with every document.
import type { ModelRoute } from './ask-model.ts'

export const extractModes = ['json_schema', 'tool', 'json_object', 'text'] as const
export type ExtractMode = (typeof extractModes)[number]

export type Habits = {
  mode: ExtractMode
  /** Some models take no temperature but their own. */
  takesTemperature: boolean
  /** Newer models call it otherwise, and some servers know neither. */
  limitName: 'max_tokens' | 'max_completion_tokens' | null
}

export type RouteHabits = {
  of(route: ModelRoute): Habits
  /** False if the refusal was about something else, or nothing is left to give up. */
  learn(route: ModelRoute, asked: Habits, refusal: string): boolean
}

/** Routes come and go over the years of a process; what is forgotten is learnt again by one refusal. */
const routesMax = 1_000
/** A refusal may have meant one document only, and a provider may learn something new. */
const rememberedForMs = 600_000

export function createRouteHabits(monotonicMs: () => number): RouteHabits {
  const known = new Map<string, { habits: Habits; untilMs: number }>()

  function of({ id, supportsJsonSchema }: ModelRoute): Habits {
    const first = supportsJsonSchema ? 'json_schema' : 'tool'
    const learnt = known.get(id)
    if (learnt && monotonicMs() < learnt.untilMs) return learnt.habits
    return { mode: first, takesTemperature: true, limitName: 'max_tokens' }
  }

  return {
    of,
    learn(route, asked, refusal) {
      const learnt = giveUp(asked, refusal)
      if (!learnt) return false
      if (known.size >= routesMax) known.clear()
      known.set(route.id, { habits: learnt, untilMs: monotonicMs() + rememberedForMs })
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

function giveUp(asked: Habits, refusal: string): Habits | undefined {
  if (asked.takesTemperature && namesTemperature.test(refusal)) return { ...asked, takesTemperature: false }
  if (asked.limitName !== null && namesLimit.test(refusal)) {
    return { ...asked, limitName: asked.limitName === 'max_tokens' ? 'max_completion_tokens' : null }
  }
  if (!namesMode[asked.mode].test(refusal)) return undefined
  const mode = extractModes[extractModes.indexOf(asked.mode) + 1]
  return mode && { ...asked, mode }
}
