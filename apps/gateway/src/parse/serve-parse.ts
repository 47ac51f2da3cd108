// The REST face of parsing: a document in any of its forms, with the headers of every billable call.
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'
import { readBody } from '@gatehouse/http/read-body'
import { documentLimits } from '@gatehouse/parsing/document-limits'
import type { ParseKind } from '@gatehouse/parsing/parse-kind'
import { readConcernedCompany } from '../inference/admission/concerned-company.ts'
import { type StoredCall, replayAnswer } from '../inference/admission/claim-call.ts'
import type { DryRun } from '../inference/admission/dry-run.ts'
import { confirmCaller, identifyCaller } from '../inference/admission/identify-caller.ts'
import { ClientLink } from '../inference/answer/client-link.ts'
import { Timings } from '../inference/timings.ts'
import type { ParseDeps } from './parse-deps.ts'
import { readParseRequest } from './read-parse-request.ts'
import { parseEndpoints, runParse } from './run-parse.ts'

// A file, and what a form puts around it.
const bodyBytesMax = documentLimits.fileBytesMax + 64 * 1024
// A body may take a minute to come, and a key must not work for that long after its end.
const trustedForMs = 100

export async function serveParse(
  deps: ParseDeps,
  parseKind: ParseKind,
  { request, reply }: { request: HttpRequest; reply: HttpReply },
): Promise<unknown> {
  const timings = new Timings(deps.clock)
  const key = await identifyCaller(deps, request, parseEndpoints[parseKind].scope)
  const concernedCompanyId = readConcernedCompany(request, key)
  timings.mark('auth')
  const body = await readBody(request.raw, bodyBytesMax)
  if (timings.elapsedMs() > trustedForMs) await confirmCaller(deps.keys, request)
  const { id, headers, context } = request
  const { model } = request.query as { model?: string }
  const face = {
    open: () => new ClientLink(reply, deps.clock),
    sendDryRun: (outcome: DryRun) => reply.send(outcome),
    replay: (stored: StoredCall) => replayAnswer(reply, stored),
  }
  return runParse(deps, parseKind, {
    id,
    key,
    request: await readParseRequest({ body, contentType: headers['content-type'], queriedModel: model }),
    context,
    timings,
    isDryRun: headers['x-svc-dry-run'] === 'true',
    idempotencyKey: headers['idempotency-key']?.toString(),
    concernedCompanyId,
    face,
    onProgress: () => undefined,
  })
}
