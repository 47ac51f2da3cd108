// Checks whether a call is certain to be refused before doing expensive work for it: reading a large body or a
// document. The final check, which takes the hold, still follows.
import type { CallOperation } from '@gatehouse/calls/call'
import type { ApiKey } from '@gatehouse/keys/api-key'
import { refusalOf } from './admit-call.ts'
import type { InferenceDeps } from '../inference-deps.ts'

export type CallToPrecheck = {
  callId: string
  key: ApiKey
  operation: CallOperation
  idempotencyKey: string | undefined
}

/**
 * A body of at least this size is read only if the call may be admitted. Smaller bodies keep the documented order of
 * checks.
 */
export const largeBodyBytes = 256 * 1024

/** Throws if the call would be refused regardless of its body. */
export async function precheckCall(
  { limits, answers }: Pick<InferenceDeps, 'limits' | 'answers'>,
  call: CallToPrecheck,
): Promise<void> {
  const refusal = await limits.preview(toCall(call))
  if (!refusal) return
  // Replaying a stored answer is not charged, so neither credits nor token limits apply to it.
  if (call.idempotencyKey !== undefined && (await answers.isKnown(call.key.id, call.idempotencyKey))) return
  throw refusalOf(refusal)
}

/** Counts the replay of a stored answer against the key's request limit. */
export async function countReplay(
  { limits }: Pick<InferenceDeps, 'limits'>,
  call: Omit<CallToPrecheck, 'idempotencyKey'>,
): Promise<void> {
  const refusal = await limits.countRequest(toCall(call))
  if (refusal) throw refusalOf(refusal)
}

function toCall({ callId, key, operation }: Omit<CallToPrecheck, 'idempotencyKey'>) {
  return {
    callId,
    companyId: key.companyId,
    keyId: key.id,
    operation,
    alias: '',
    estimateMicros: 0n,
    // Every call uses at least one token.
    estimatedTokens: 1,
    deadlineMs: 0,
    rpmLimit: key.rpmLimit,
    tpmLimit: key.tpmLimit,
  }
}
