// One model call from its head to its last byte. Read it from the top: each line may refuse, and the order of the lines
// is the order of the checks.
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'
import { readBody } from '@gatehouse/http/read-body'
import type { Rates } from '@gatehouse/limits/admission'
import { admitCall, estimateCall } from './admission/admit-call.ts'
import { ledgerAway } from '../gateway-faults.ts'
import { answerCall } from './answer/answer-call.ts'
import { claimCall, replayAnswer } from './admission/claim-call.ts'
import type { CapHold } from './admission/key-caps.ts'
import { runDry } from './admission/dry-run.ts'
import type { Endpoint } from './endpoint.ts'
import { confirmCaller, identifyCaller } from './admission/identify-caller.ts'
import type { InferenceDeps } from './inference-deps.ts'
import { OpenCall } from './open-call.ts'
import { readModelCall } from './admission/read-model-call.ts'
import { Timings } from './timings.ts'
import type { WireFormat } from './format/wire-format.ts'

export type Exchange = { request: HttpRequest; reply: HttpReply }

export type ServedEndpoint = { endpoint: Endpoint; format: WireFormat }

// Images travel as base64 in the body.
const bodyBytesMax = 32 * 1024 * 1024
// A body may take a minute to come, and a key must not work for that long after its end.
const trustedForMs = 100
// What the charge may take after the answer is there.
const settleMsMax = 10_000

export async function serveCall(
  deps: InferenceDeps,
  { endpoint, format }: ServedEndpoint,
  { request, reply }: Exchange,
): Promise<unknown> {
  const timings = new Timings(deps.clock)
  const key = await identifyCaller(deps, request, endpoint.scope)
  timings.mark('auth')
  const body = await readBody(request.raw, bodyBytesMax)
  if (timings.elapsedMs() > trustedForMs) await confirmCaller(deps.keys, request)
  const asked = { body, contentType: request.headers['content-type'], key }
  const modelCall = readModelCall(deps.catalog, endpoint, asked)
  format.check(modelCall)
  if (deps.settler.isStuck()) throw ledgerAway()
  const estimate = estimateCall(endpoint, modelCall)
  timings.leaveOut()
  const { id } = request
  const { alias, routes } = modelCall.entry
  const totalMs = Math.max(1_000, ...routes.map(({ timeouts }) => timeouts.totalMs))
  const deadlineMs = totalMs + settleMsMax
  const toAdmit = { callId: id, key, endpoint, alias, estimate, deadlineMs }
  if (request.headers['x-svc-dry-run'] === 'true') return reply.send(await runDry(deps, toAdmit, modelCall))
  const idempotencyKey = request.headers['idempotency-key']?.toString()
  const keepsAnswer = idempotencyKey !== undefined
  if (keepsAnswer) {
    const claim = { callId: id, keyId: key.id, endpoint, idempotencyKey, body, claimMs: deadlineMs }
    const stored = await claimCall(deps, claim)
    if (stored) return replayAnswer(reply, stored)
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
  const admitted = { ...modelCall, id, key, endpoint, estimate, rates, timings, keepsAnswer, capHold }
  const call = new OpenCall(deps, admitted)
  return answerCall(deps, call, { request, reply, format, totalMs })
}
