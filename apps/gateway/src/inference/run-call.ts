// One model call from its bytes to its last byte. Read it from the top: each line may refuse, and the order of the lines
// is the order of the checks, whichever face the call came by.
import type { RequestContext } from '@gatehouse/http/request-context'
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { Rates } from '@gatehouse/limits/admission'
import { ledgerAway } from '../gateway-faults.ts'
import { admitCall, estimateCall } from './admission/admit-call.ts'
import { type StoredCall, claimCall } from './admission/claim-call.ts'
import { type DryRun, runDry } from './admission/dry-run.ts'
import type { CapHold } from './admission/key-caps.ts'
import { readModelCall } from './admission/read-model-call.ts'
import { answerCall } from './answer/answer-call.ts'
import type { Client } from './answer/client.ts'
import type { Endpoint } from './endpoint.ts'
import type { WireFormat } from './format/wire-format.ts'
import type { InferenceDeps } from './inference-deps.ts'
import { OpenCall } from './open-call.ts'
import type { Timings } from './timings.ts'

export type ServedEndpoint = { endpoint: Endpoint; format: WireFormat }

/** A call whose key is known to be live and to have the scope. */
export type AskedCall = {
  id: string
  key: ApiKey
  body: Buffer
  contentType: string | undefined
  context: RequestContext
  timings: Timings
  isDryRun: boolean
  idempotencyKey: string | undefined
  /** For which company the platform makes it. */
  concernedCompanyId?: string | undefined
  face: AnswerFace
}

/** The three ways in which a call may be answered. */
export type AnswerFace = {
  /** Not before the call is admitted: until then a refusal is thrown. */
  open(): Client
  sendDryRun(outcome: DryRun): unknown
  replay(stored: StoredCall): unknown
}

// What the charge may take after the answer is there.
const settleMsMax = 10_000

export async function runCall(
  deps: InferenceDeps,
  { endpoint, format }: ServedEndpoint,
  asked: AskedCall,
): Promise<unknown> {
  const { id, key, body, context, timings, idempotencyKey, concernedCompanyId, face } = asked
  const modelCall = readModelCall(deps.catalog, endpoint, asked)
  format.check(modelCall)
  if (deps.settler.isStuck()) throw ledgerAway()
  const estimate = estimateCall(endpoint, modelCall)
  timings.leaveOut()
  const { alias, routes } = modelCall.entry
  const totalMs = Math.max(1_000, ...routes.map(({ timeouts }) => timeouts.totalMs))
  const deadlineMs = totalMs + settleMsMax
  const toAdmit = { callId: id, key, endpoint, alias, estimate, deadlineMs }
  if (asked.isDryRun) return face.sendDryRun(await runDry(deps, toAdmit, modelCall))
  const keepsAnswer = idempotencyKey !== undefined
  if (keepsAnswer) {
    const claim = { callId: id, keyId: key.id, endpoint, idempotencyKey, body, claimMs: deadlineMs }
    const stored = await claimCall(deps, claim)
    if (stored) return face.replay(stored)
  }
  let capHold: CapHold | undefined
  let rates: Rates
  try {
    capHold = await deps.caps.hold(key, estimate.micros)
    rates = await admitCall(deps.limits, toAdmit)
  } catch (refusal) {
    capHold?.end(0n)
    if (keepsAnswer) deps.answers.drop(id)
    throw refusal
  }
  timings.mark('hold')
  const parts = { estimate, rates, timings, keepsAnswer, concernedCompanyId, capHold }
  const admitted = { ...modelCall, id, key, endpoint, ...parts }
  const call = new OpenCall(deps, admitted)
  return answerCall(deps, call, { context, client: face.open(), format, totalMs })
}
