// One parse from its bytes to its last byte, whichever face it came by. It is one call with one charge, however many
// questions it puts to the model; the checks and their order are those of every billable call.
import type { ParseKind } from '@gatehouse/parsing/parse-kind'
import { bodyInvalid } from '../gateway-faults.ts'
import { admitAsked } from '../inference/admission/admit-asked.ts'
import { demandLedger } from '../inference/admission/demand-ledger.ts'
import { lookAhead } from '../inference/admission/look-ahead.ts'
import { demandAlias, findAlias } from '../inference/admission/read-model-call.ts'
import { type Endpoint, parseCvEndpoint, parseJdEndpoint } from '../inference/endpoint.ts'
import { OpenCall } from '../inference/open-call.ts'
import { answerParse } from './answer-parse.ts'
import type { AskedParse } from './asked-parse.ts'
import type { ParseDeps } from './parse-deps.ts'
import { estimateParse, prepareDocument } from './prepare-document.ts'

export const parseEndpoints: Readonly<Record<ParseKind, Endpoint>> = {
  cv: parseCvEndpoint,
  jd: parseJdEndpoint,
}

// Documents that take several questions take longer than one answer.
const answersMax = 2

export async function runParse(deps: ParseDeps, parseKind: ParseKind, asked: AskedParse): Promise<unknown> {
  const { key, request, timings, context, concernedCompanyId } = asked
  const endpoint = parseEndpoints[parseKind]
  if (request.bytes.length === 0) throw bodyInvalid('The document is empty. Send its text or its file.')
  const entry = findAlias(deps.catalog, endpoint, request.model ?? deps.names.alias('extract-default'))
  demandAlias(key, entry.alias)
  demandLedger(deps)
  const { id: callId, idempotencyKey } = asked
  await lookAhead(deps, { callId, key, operation: endpoint.operation, idempotencyKey })
  const document = await prepareDocument(deps.parsing, {
    parseKind,
    bytes: request.bytes,
    key,
    entry,
    concernedCompanyId,
  })
  timings.mark('read')
  const estimate = estimateParse(parseKind, document, entry)
  const answerMsMax = Math.max(1_000, ...entry.routes.map(({ timeouts }) => timeouts.totalMs))
  const totalMs = answersMax * answerMsMax
  // The same document in another envelope, a form with another boundary say, is the same call.
  const body = Buffer.from(JSON.stringify([document.sha256, request.model ?? null]))
  // Each answer is judged when it comes: how many questions a document takes is not known before.
  const possible = {
    promptTokensMax: Number.POSITIVE_INFINITY,
    completionTokensMax: Number.POSITIVE_INFINITY,
  }
  const prepared = { endpoint, entry, isStream: false, estimate, possible, totalMs }
  const admission = await admitAsked(deps, { ...asked, body }, prepared)
  if (admission.kind === 'answered') return admission.result
  const call = new OpenCall(deps, admission.admitted)
  const { onProgress, face } = asked
  return answerParse(deps, call, { parseKind, document, context, client: face.open(), totalMs, onProgress })
}
