// What is known about a refused call beyond the message to its caller. It travels in the fault's context, because a
// refusal is thrown where the facts are known and recorded where the answer is sent.
import { Fault } from '@gatehouse/runtime/fault'

export type RefusalFacts = {
  model: string | null
  estimateMicros: bigint | null
  balanceMicros: bigint | null
  heldMicros: bigint | null
}

/** Adds facts to a refusal; anything else that was thrown is returned unchanged. */
export function withFacts(thrown: unknown, facts: Partial<RefusalFacts>): unknown {
  if (!(thrown instanceof Fault) || (thrown.kind !== 'denied' && thrown.kind !== 'exhausted')) return thrown
  const { kind, code, publicMessage, context, cause, retryAfterMs } = thrown
  return new Fault({
    kind,
    code,
    publicMessage,
    context: { ...facts, ...context },
    cause,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

export function readFacts({ context }: Pick<Fault, 'context'>): RefusalFacts {
  const { model, estimateMicros, balanceMicros, heldMicros } = context
  return {
    model: typeof model === 'string' ? model : null,
    estimateMicros: typeof estimateMicros === 'bigint' ? estimateMicros : null,
    balanceMicros: typeof balanceMicros === 'bigint' ? balanceMicros : null,
    heldMicros: typeof heldMicros === 'bigint' ? heldMicros : null,
  }
}
