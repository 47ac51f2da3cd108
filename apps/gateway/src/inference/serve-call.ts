// One model call over HTTP: who calls and with which bytes. What becomes of them is `run-call.ts`, for every face alike.
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'
import { readBody } from '@gatehouse/http/read-body'
import { readConcernedCompany } from './admission/concerned-company.ts'
import { type StoredCall, replayAnswer } from './admission/claim-call.ts'
import type { DryRun } from './admission/dry-run.ts'
import { confirmCaller, identifyCaller } from './admission/identify-caller.ts'
import { ClientLink } from './answer/client-link.ts'
import type { InferenceDeps } from './inference-deps.ts'
import { type ServedEndpoint, runCall } from './run-call.ts'
import { Timings } from './timings.ts'

export type Exchange = { request: HttpRequest; reply: HttpReply }

// Images travel as base64 in the body.
const bodyBytesMax = 32 * 1024 * 1024
// A body may take a minute to come, and a key must not work for that long after its end.
const trustedForMs = 100

export async function serveCall(
  deps: InferenceDeps,
  served: ServedEndpoint,
  { request, reply }: Exchange,
): Promise<unknown> {
  const timings = new Timings(deps.clock)
  const key = await identifyCaller(deps, request, served.endpoint.scope)
  const concernedCompanyId = readConcernedCompany(request, key)
  timings.mark('auth')
  const body = await readBody(request.raw, bodyBytesMax)
  if (timings.elapsedMs() > trustedForMs) await confirmCaller(deps.keys, request)
  const { id, headers, context } = request
  const face = {
    open: () => new ClientLink(reply, deps.clock),
    sendDryRun: (outcome: DryRun) => reply.send(outcome),
    replay: (stored: StoredCall) => replayAnswer(reply, stored),
  }
  return runCall(deps, served, {
    id,
    key,
    body,
    contentType: headers['content-type'],
    context,
    timings,
    isDryRun: headers['x-svc-dry-run'] === 'true',
    idempotencyKey: headers['idempotency-key']?.toString(),
    concernedCompanyId,
    face,
  })
}
