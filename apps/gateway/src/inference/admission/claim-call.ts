// A call with an Idempotency-Key claims its place first: a retry of it gets the stored answer, whatever the credits and
// limits say by then.
import { createHash } from 'node:crypto'
import type { ClaimOutcome } from '@gatehouse/credits/stored-answers'
import type { HttpReply } from '@gatehouse/http/define-route'
import { bodyInvalid, idempotencyConflict, idempotencyInProgress } from '../../gateway-faults.ts'
import type { Endpoint } from '../endpoint.ts'
import type { InferenceDeps } from '../inference-deps.ts'

export type CallToClaim = {
  callId: string
  keyId: string
  endpoint: Endpoint
  idempotencyKey: string
  body: Buffer
  claimMs: number
}

export type StoredCall = Extract<ClaimOutcome, { kind: 'stored' }>

const keyLengthMax = 255

/** Undefined if the call is to run; else the answer of the call that ran before. */
export async function claimCall(
  { answers }: Pick<InferenceDeps, 'answers'>,
  call: CallToClaim,
): Promise<StoredCall | undefined> {
  const { callId, keyId, endpoint, idempotencyKey, body, claimMs } = call
  if (idempotencyKey.length > keyLengthMax) {
    throw bodyInvalid(`An Idempotency-Key has at most ${keyLengthMax} characters.`)
  }
  // The same body to another route is another call.
  const bodyHash = createHash('sha256').update(endpoint.path).update('\n').update(body).digest()
  const outcome = await answers.claim({ keyId, idempotencyKey, bodyHash, callId, claimMs })
  switch (outcome.kind) {
    case 'claimed':
      return undefined
    case 'stored':
      return outcome
    case 'running':
      throw idempotencyInProgress()
    case 'conflict':
      throw idempotencyConflict()
  }
}

/** Byte for byte what the first call answered, also a stream, under the id of that call. */
export function replayAnswer(reply: HttpReply, { callId, contentType, body }: StoredCall): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': contentType,
    'content-length': body.length,
    'x-request-id': callId,
    'x-svc-idempotent-replay': 'true',
    'x-svc-credits-charged': '0.000000',
  })
  reply.raw.end(body)
}
