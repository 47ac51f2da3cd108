// A call with an Idempotency-Key claims that key before admission, so a retry gets the stored answer even if credits or
// limits would refuse it by then.
import type { ApiKey } from '@gatehouse/keys/api-key'
import {
  answerNotKept,
  bodyInvalid,
  idempotencyConflict,
  idempotencyInProgress,
} from '../../gateway-faults.ts'
import type { Call } from '../call.ts'
import type { Claimed, CallDeps } from '../call-deps.ts'
import { hashCall } from '../hash-call.ts'
import type { StoredCall } from '../client.ts'

type ClaimingCall = Pick<Call, 'id' | 'endpoint' | 'identity'> & { key: Pick<ApiKey, 'id' | 'companyId'> }

const keyLengthMax = 255

/** Returns the claim if the call is to run, or the stored answer of the earlier call. */
export async function claimCall(
  { answers }: Pick<CallDeps, 'answers'>,
  { id: callId, key, endpoint, identity }: ClaimingCall,
  { idempotencyKey, claimMs }: { idempotencyKey: string; claimMs: number },
): Promise<Claimed | StoredCall> {
  if (idempotencyKey.length > keyLengthMax) {
    throw bodyInvalid(`An Idempotency-Key has at most ${keyLengthMax} characters.`)
  }
  const bodyHash = Buffer.isBuffer(identity) ? hashCall(endpoint.path, identity) : identity.hash
  const { id: keyId, companyId } = key
  const outcome = await answers.claim({ companyId, keyId, idempotencyKey, bodyHash, callId, claimMs })
  switch (outcome.kind) {
    case 'claimed':
    case 'stored':
      return outcome
    case 'not_kept':
      throw answerNotKept(outcome.why)
    case 'running':
      throw idempotencyInProgress()
    case 'conflict':
      throw idempotencyConflict()
  }
}
