import type { FaultPlan } from '@gatehouse/testkit/start-provider-sim'
import type { Cut } from '../raw-call.ts'

/** What ends the answer, or tries to. `ledger`: the charge cannot be made. `refusal`: the gateway itself refuses. */
export type Cause = 'client' | 'provider' | 'kill' | 'ledger' | 'refusal'

/** The billable routes and tools. */
export type DoorName = 'chat' | 'completions' | 'embeddings' | 'parse cv' | 'parse jd' | McpDoorName

type McpDoorName = 'mcp chat' | 'mcp parse cv' | 'mcp parse jd'

/** One call, what happens to it, and a name shared by the client, the provider and the record. */
export type Run = {
  /**
   * Also part of the alias (see `aliasOf`), so that the record can be found even if the client never received the
   * call's id.
   */
  name: string
  cause: Cause
  isStream: boolean
  /** Number of choices requested. */
  choices: number
  plan: FaultPlan & { outputTokens: number }
  cut?: Cut
  refusal?: Refusal
  /** The billable route or tool; chat completions by default. */
  door?: DoorName
  /** The model's text is of no use to the parse. */
  isUnusable?: true
  /** Plan of the alias's second route; without it there is one route. */
  fallback?: Run['plan']
  /** Name of the run whose route, and so whose circuit breaker, this one shares. */
  route?: string
}

export type Usage = { promptTokens: number; cachedTokens: number; completionTokens: number }

export type Refusal = { status: number; what: RefusalKind }

export type RefusalKind =
  | 'key'
  | 'scope'
  | 'allowlist'
  | 'body'
  | 'model'
  | 'credits'
  | 'rate'
  | 'content type'

export type UsagePlace = 'own_chunk' | 'finish_chunk' | 'every_chunk' | 'nowhere'

export const usagePlaces: readonly UsagePlace[] = ['own_chunk', 'finish_chunk', 'every_chunk', 'nowhere']

export function aliasOf({ name, route }: Run): string {
  return `svc/${route ?? name}`
}

/** Number of frames of the complete answer: roles, text, ends of choices, usage and `[DONE]`. */
export function countFrames({ choices, plan }: Pick<Run, 'choices' | 'plan'>): number {
  const place = plan.usage?.place ?? 'own_chunk'
  return choices * (plan.outputTokens + 2) + (place === 'own_chunk' ? 1 : 0) + 1
}

export function isHang({ plan }: Run): boolean {
  return plan.fault?.kind === 'hang_before_headers' || plan.fault?.kind === 'hang_mid_stream'
}

/** Describes the run in enough detail to repeat it by hand. */
export function describeRun({ name, door, cause, isStream, plan, ...rest }: Run): string {
  return JSON.stringify({ name, door, cause, isStream, plan, ...rest })
}
