// A call with an Idempotency-Key claims that key before admission, so a retry gets the stored answer even if credits or
// limits would refuse it by then.
import { createHash } from 'node:crypto'
import type { ClaimOutcome } from '@gatehouse/credits/stored-answers'
import { formatCredits } from '@gatehouse/credits/credit'
import type { HttpReply } from '@gatehouse/http/define-route'
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { ServiceNames } from '@gatehouse/models/service-names'
import {
  answerNotKept,
  bodyInvalid,
  idempotencyConflict,
  idempotencyInProgress,
} from '../../gateway-faults.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Claimed, InferenceDeps } from '../inference-deps.ts'

export type CallToClaim = {
  callId: string
  key: Pick<ApiKey, 'id' | 'companyId'>
  endpoint: Endpoint
  idempotencyKey: string
  body: Buffer
  claimMs: number
}

export type StoredCall = Extract<ClaimOutcome, { kind: 'stored' }>

const keyLengthMax = 255

/** Returns the claim if the call is to run, or the stored answer of the earlier call. */
export async function claimCall(
  { answers }: Pick<InferenceDeps, 'answers'>,
  call: CallToClaim,
): Promise<Claimed | StoredCall> {
  const { callId, key, endpoint, idempotencyKey, body, claimMs } = call
  if (idempotencyKey.length > keyLengthMax) {
    throw bodyInvalid(`An Idempotency-Key has at most ${keyLengthMax} characters.`)
  }
  // The same body sent to another route is a different call.
  const bodyHash = createHash('sha256').update(endpoint.path).update('\n').update(body).digest()
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

/**
 * Sends the stored answer of the first call byte for byte, also if it was a stream, with the first call's id as the
 * request id.
 */
export function replayAnswer(
  names: ServiceNames,
  reply: HttpReply,
  { callId, contentType, body }: StoredCall,
): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': contentType,
    'content-length': body.length,
    'x-request-id': callId,
    [names.header('idempotent-replay')]: 'true',
    [names.header('credits-charged')]: formatCredits(0n),
  })
  reply.raw.end(body)
}
