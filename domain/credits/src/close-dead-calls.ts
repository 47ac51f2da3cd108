import type { CallOperation, FinishedCall } from '@gatehouse/calls/call'
import type { Settler } from './settlement/create-settler.ts'

export type DeadCall = {
  callId: string
  companyId: string
  keyId: string
  operation: CallOperation
  alias: string
  estimateMicros: bigint
}

/**
 * Records the calls of a dead process as failed, without a charge. A call that is already closed keeps its record; if
 * it was charged and not delivered, its mark in `undelivered_calls` causes the charge to be returned. Resolves to the
 * number of calls closed.
 */
export async function closeDeadCalls(settle: Settler['settle'], calls: readonly DeadCall[]): Promise<number> {
  const outcomes = await Promise.all(calls.map((call) => settle(toFailed(call))))
  return outcomes.filter(({ kind }) => kind === 'settled').length
}

function toFailed({ callId, estimateMicros, ...call }: DeadCall): FinishedCall {
  const { companyId, keyId, operation, alias } = call
  const end = { kind: 'failed', reason: 'process_died' } as const
  return { id: callId, companyId, keyId, operation, alias, end, heldMicros: estimateMicros, durationMs: 0 }
}
