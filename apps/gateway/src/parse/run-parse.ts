// Runs one parse from its document to the last byte of its answer, for REST and MCP alike. It is one call with one
// charge, regardless of how many requests it makes to the model; its checks and their order are those of every billable
// call.
import type { ParseKind } from '@gatehouse/parsing/subject'
import { bodyInvalid } from '../gateway-faults.ts'
import { admitCall, requireLedger } from '../inference/admission/admit-call.ts'
import { precheckCall } from '../inference/admission/limit-checks.ts'
import { requireAlias, findAlias } from '../inference/admission/read-model-call.ts'
import { type Endpoint, parseCvEndpoint, parseJdEndpoint } from '../inference/endpoint.ts'
import { OpenCall } from '../inference/open-call.ts'
import { answerParse } from './answer-parse.ts'
import { type ReceivedParse, readParseRequest } from './read-parse-request.ts'
import type { ParseDeps } from './open-parsing.ts'
import { estimateParse, prepareDocument } from './prepare-document.ts'
import { documentLimits } from '@gatehouse/parsing/document-limits'
import { type Exchange, receiveCall } from '../inference/admission/receive-call.ts'

export const parseEndpoints: Readonly<Record<ParseKind, Endpoint>> = {
  cv: parseCvEndpoint,
  jd: parseJdEndpoint,
}

// Time limit of a parse, as a multiple of the time limit of one answer: a long document takes several requests.
const answersMax = 2

export async function runParse(
  deps: ParseDeps,
  parseKind: ParseKind,
  received: ReceivedParse,
): Promise<unknown> {
  const { key, request, timings, context, concernedCompanyId } = received
  const endpoint = parseEndpoints[parseKind]
  if (request.bytes.length === 0) throw bodyInvalid('The document is empty. Send its text or its file.')
  const entry = findAlias(deps.catalog, endpoint, request.model ?? deps.names.alias('extract-default'))
  requireAlias(key, entry.alias)
  requireLedger(deps)
  const { id: callId, idempotencyKey } = received
  const { operation } = endpoint
  await precheckCall(deps, { callId, key, operation, idempotencyKey, alias: entry.alias })
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
  // The same document in another envelope, such as a form with another boundary, is the same call.
  const body = Buffer.from(JSON.stringify([document.sha256, request.model ?? null]))
  // Unlimited, because the number of requests is not known in advance; the usage in each answer is checked when it
  // arrives.
  const possible = {
    promptTokensMax: Number.POSITIVE_INFINITY,
    completionTokensMax: Number.POSITIVE_INFINITY,
  }
  const prepared = { endpoint, entry, isStream: false, estimate, possible, totalMs }
  const admission = await admitCall(deps, { ...received, body }, prepared)
  if (admission.kind === 'answered') return admission.result
  const call = new OpenCall(deps, admission.admitted)
  const { onProgress, sink } = received
  return answerParse(deps, call, { parseKind, document, context, client: sink.open(), totalMs, onProgress })
}

// A file, and the overhead of a form around it.
const bodyBytesMax = documentLimits.fileBytesMax + 64 * 1024

/** Serves a parse over REST: a document in any accepted form, with the headers of every billable call. */
export async function serveParse(
  deps: ParseDeps,
  parseKind: ParseKind,
  exchange: Exchange,
): Promise<unknown> {
  const { scope, operation } = parseEndpoints[parseKind]
  const received = await receiveCall(deps, exchange, { scope, operation, bodyBytesMax })
  const { body, contentType, ...rest } = received
  const { model } = exchange.request.query as { model?: string }
  const request = await readParseRequest({ body, contentType, queriedModel: model })
  return runParse(deps, parseKind, { ...rest, request, onProgress: () => undefined })
}
