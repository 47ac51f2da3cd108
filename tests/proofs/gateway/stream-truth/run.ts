import type { FaultPlan } from '@gatehouse/testkit/start-provider-sim'
import type { Cut } from '../raw-call.ts'

/** What ends the answer, or tries to. `ledger`: the charge cannot be made. `refusal`: the gateway itself refuses. */
export type Cause = 'client' | 'provider' | 'kill' | 'ledger' | 'refusal'

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
  /** Name of the run whose route, and so whose circuit breaker, this one shares. */
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

/** Number of frames of the complete answer: roles, text, ends of choices, usage and `[DONE]`. */
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

/** Describes the run in enough detail to repeat it by hand. */
export function describeRun({ name, cause, isStream, choices, plan, cut, refusal }: Run): string {
  return JSON.stringify({ name, cause, isStream, choices, plan, cut, refusal })
}
