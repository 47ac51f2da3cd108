// The HTTP side of every billable call: who calls, with which bytes, under which headers, and where the answer goes.
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'
import type { Scope } from '@gatehouse/keys/api-key'
import { readConcernedCompany } from './concerned-company.ts'
import { replayAnswer } from './claim-call.ts'
import { identifyCaller, readCallerBody } from './identify-caller.ts'
import { ClientLink } from '../answer/client-link.ts'
import type { AskedCall } from '../asked-call.ts'
import type { InferenceDeps } from '../inference-deps.ts'
import { Timings } from '../timings.ts'

export type Exchange = { request: HttpRequest; reply: HttpReply }

export async function receiveCall(
  deps: InferenceDeps,
  { request, reply }: Exchange,
  { scope, bodyBytesMax }: { scope: Scope; bodyBytesMax: number },
): Promise<AskedCall> {
  const timings = new Timings(deps.clock)
  const key = await identifyCaller(deps, request, scope)
  const concernedCompanyId = readConcernedCompany(request, key)
  timings.mark('auth')
  const body = await readCallerBody(deps.keys, request, { timings, bytesMax: bodyBytesMax })
  const { id, headers, context } = request
  return {
    id,
    key,
    body,
    contentType: headers['content-type'],
    context,
    timings,
    isDryRun: headers['x-svc-dry-run'] === 'true',
    idempotencyKey: headers['idempotency-key']?.toString(),
    concernedCompanyId,
    face: {
      open: () => new ClientLink(reply, deps.clock),
      sendDryRun: (outcome) => reply.send(outcome),
      replay: (stored) => replayAnswer(reply, stored),
    },
  }
}
