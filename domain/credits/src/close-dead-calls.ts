// Closes the calls of a process that died: without a charge, and where one was made although its caller was told
// otherwise, it is given back.
import type { CallOperation, FinishedCall } from '@gatehouse/calls/call'
import type { ChargedCall } from './give-back.ts'
import type { Settler } from './settlement/create-settler.ts'

export type DeadCall = {
  callId: string
  companyId: string
  keyId: string
  operation: CallOperation
  alias: string
  estimateMicros: bigint
  /** Its caller was told that there is no charge. */
  isGivenUp: boolean
}

export type CloseDeadCallsDeps = {
  settle: Settler['settle']
  readCharges: (callIds: readonly string[]) => Promise<readonly ChargedCall[]>
  giveBack: (charge: ChargedCall) => Promise<unknown>
}

/** Resolves to how many it closed; those that were closed already do not count. */
export async function closeDeadCalls(deps: CloseDeadCallsDeps, calls: readonly DeadCall[]): Promise<number> {
  // First, because who hears that a call is closed lets go of its hold, and then nobody would know what is owed.
  const givenUp = calls.filter(({ isGivenUp }) => isGivenUp).map(({ callId }) => callId)
  const owed = givenUp.length > 0 ? await deps.readCharges(givenUp) : []
  for (const charge of owed) await deps.giveBack(charge)
  const outcomes = await Promise.all(calls.map((call) => deps.settle(toFailed(call))))
  return outcomes.filter(({ kind }) => kind === 'settled').length
}

function toFailed({ callId, estimateMicros, isGivenUp, ...call }: DeadCall): FinishedCall {
  const { companyId, keyId, operation, alias } = call
  const reason = isGivenUp ? 'settle_unavailable' : 'process_died'
  const end = { kind: 'failed', reason } as const
  return { id: callId, companyId, keyId, operation, alias, end, heldMicros: estimateMicros, durationMs: 0 }
}
