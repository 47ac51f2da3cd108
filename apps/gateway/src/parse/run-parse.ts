// Runs one parse from its document to the last byte of its answer, for REST and MCP alike. It is one call with one
// charge, regardless of how many requests it makes to the model; its checks and their order are those of every billable
// call.
import type { ParseKind } from '@gatehouse/parsing/subject'
import { bodyInvalid } from '../gateway-faults.ts'
import { admitCall, requireLedger } from '../call/admission/admit-call.ts'
import { precheckCall } from '../call/admission/limit-checks.ts'
import { requireAlias, findAlias } from '../model/read-model-call.ts'
import { type Endpoint, parseCvEndpoint, parseJdEndpoint } from '../call/endpoint.ts'
import { Call, type ReceivedCall } from '../call/call.ts'
import type { Progress } from '../call/client.ts'
import { answerParse } from './answer-parse.ts'
import { readDocumentBody } from './thread-steps.ts'
import type { ParseDeps } from './open-parsing.ts'
import { estimateParse, prepareDocument } from './prepare-document.ts'
import { documentLimits } from '@gatehouse/parsing/document-limits'
import { type Exchange, receiveCall } from '../call/receive-call.ts'

export const parseEndpoints: Readonly<Record<ParseKind, Endpoint>> = {
  cv: parseCvEndpoint,
  jd: parseJdEndpoint,
}

// Time limit of a parse, as a multiple of the time limit of one answer: a long document takes several requests.
const answersMax = 2

// The number of requests is not known in advance; the usage in each answer is checked when it arrives.
const unlimited = {
  promptTokensMax: Number.POSITIVE_INFINITY,
  completionTokensMax: Number.POSITIVE_INFINITY,
}

type ParseOptions = {
  parseKind: ParseKind
  /** The requested alias, for bodies that cannot carry one. */
  queriedModel: string | undefined
  onProgress: (progress: Progress) => void
}

export async function runParse(
  deps: ParseDeps,
  received: ReceivedCall,
  { parseKind, queriedModel, onProgress }: ParseOptions,
): Promise<unknown> {
  const { id, key, body, contentType, idempotencyKey, concernedCompanyId } = received
  const endpoint = parseEndpoints[parseKind]
  const form = { body, contentType, queriedModel }
  const { bytes, hash, model } = await readDocumentBody(deps.threads, form, key.companyId)
  if (bytes.length === 0) throw bodyInvalid('The document is empty. Send its text or its file.')
  const entry = findAlias(deps.catalog, endpoint, model ?? deps.names.alias('extract-default'))
  requireAlias(key, entry.alias)
  requireLedger(deps)
  const { operation } = endpoint
  await precheckCall(deps, { id, key, operation, idempotencyKey, alias: entry.alias })
  const toPrepare = { parseKind, bytes, hash, key, entry, concernedCompanyId }
  const document = await prepareDocument(deps, toPrepare)
  received.timings.mark('read')
  const call = new Call(deps, received, {
    endpoint,
    entry,
    isStream: false,
    estimate: estimateParse(parseKind, document, entry),
    possible: unlimited,
    totalMs: answersMax * Math.max(1_000, ...entry.routes.map(({ timeouts }) => timeouts.totalMs)),
    // The same document in another envelope, such as a form with another boundary, is the same call.
    identity: Buffer.from(JSON.stringify([document.sha256, model ?? null])),
  })
  const answered = await admitCall(deps, call)
  if (answered) return answered.result
  return answerParse(deps, call, { parseKind, document, onProgress })
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
  const { model } = exchange.request.query as { model?: string }
  return runParse(deps, received, { parseKind, queriedModel: model, onProgress: () => undefined })
}
