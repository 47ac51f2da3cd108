import type { FaultPlan } from '@gatehouse/testkit/provider-sim'
import type { Cut } from '../gateway/raw-call.ts'

/** What ends the answer, or tries to. `ledger`: the charge cannot be made. `refusal`: the gateway itself. */
export type Cause = 'client' | 'provider' | 'kill' | 'ledger' | 'refusal'

/** One call, what is done to it, and a name by which all three parts know it. */
export type Run = {
  /** Also the alias, so that the record is found although the client may not have seen the call's id. */
  name: string
  cause: Cause
  isStream: boolean
  /** How many answers are asked for at once. */
  choices: number
  plan: FaultPlan & { outputTokens: number }
  cut?: Cut
  refusal?: Refusal
  /** Others use its route, and with it its circuit breaker. */
  route?: string
}

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

/** Roles, text, ends of choices, usage, `[DONE]`. */
export function countFrames({ choices, plan }: Pick<Run, 'choices' | 'plan'>): number {
  const place = plan.usage?.place ?? 'own_chunk'
  return choices * (plan.outputTokens + 2) + (place === 'own_chunk' ? 1 : 0) + 1
}

export function isHang({ plan }: Run): boolean {
  return plan.fault?.kind === 'hang_before_headers' || plan.fault?.kind === 'hang_mid_stream'
}

export function toBody(run: Run): Buffer {
  if (run.refusal?.what === 'body') return Buffer.from('{"model":')
  return Buffer.from(
    JSON.stringify({
      model: run.refusal?.what === 'model' ? 'svc/unheard-of' : aliasOf(run),
      ...(run.isStream && { stream: true }),
      ...(run.choices > 1 && { n: run.choices }),
      messages: [{ role: 'user', content: 'How do streams end?' }],
      user: run.name,
    }),
  )
}

/** Enough to do it again by hand. */
export function describeRun({ name, cause, isStream, choices, plan, cut, refusal }: Run): string {
  return JSON.stringify({ name, cause, isStream, choices, plan, cut, refusal })
}
