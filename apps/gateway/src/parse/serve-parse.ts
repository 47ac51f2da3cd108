// Serves a parse over REST: a document in any accepted form, with the headers of every billable call.
import { documentLimits } from '@gatehouse/parsing/document-limits'
import type { ParseKind } from '@gatehouse/parsing/parse-kind'
import { type Exchange, receiveCall } from '../inference/admission/receive-call.ts'
import type { ParseDeps } from './parse-deps.ts'
import { readParseRequest } from './read-parse-request.ts'
import { parseEndpoints, runParse } from './run-parse.ts'

// A file, and the overhead of a form around it.
const bodyBytesMax = documentLimits.fileBytesMax + 64 * 1024

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
