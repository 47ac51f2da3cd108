// Whether a call would certainly be refused, asked before anything expensive is done for it: before a large body is read, and
// before a document is. The final check comes later all the same, where it takes the hold.
import type { CallOperation } from '@gatehouse/calls/call'
import type { ApiKey } from '@gatehouse/keys/api-key'
import { refusalOf } from './admit-call.ts'
import type { InferenceDeps } from '../inference-deps.ts'

export type LookedAtCall = {
  callId: string
  key: ApiKey
  operation: CallOperation
  idempotencyKey: string | undefined
}

/** From this size on a body is read only for a call that may be admitted. Smaller ones keep the documented order of checks. */
export const largeBodyBytes = 256 * 1024

/** Throws the refusal that is certain, whatever the call asks for. */
export async function lookAhead(
  { limits, answers }: Pick<InferenceDeps, 'limits' | 'answers'>,
  call: LookedAtCall,
): Promise<void> {
  const refusal = await limits.preview(toCall(call))
  if (!refusal) return
  // The replay of a stored answer is not charged, so neither credits nor tokens can forbid it.
  if (call.idempotencyKey !== undefined && (await answers.isKnown(call.key.id, call.idempotencyKey))) return
  throw refusalOf(refusal)
}

/** Counts the replay of a stored answer as a request of its key. */
export async function countReplay(
  { limits }: Pick<InferenceDeps, 'limits'>,
  call: Omit<LookedAtCall, 'idempotencyKey'>,
): Promise<void> {
  const refusal = await limits.countRequest(toCall(call))
  if (refusal) throw refusalOf(refusal)
}

function toCall({ callId, key, operation }: Omit<LookedAtCall, 'idempotencyKey'>) {
  return {
    callId,
    companyId: key.companyId,
    keyId: key.id,
    operation,
    alias: '',
    estimateMicros: 0n,
    // Any call needs at least one.
    estimatedTokens: 1,
    deadlineMs: 0,
    rpmLimit: key.rpmLimit,
    tpmLimit: key.tpmLimit,
  }
}
