// The REST face of parsing: a document in any of its forms, with the headers of every billable call.
import { documentLimits } from '@gatehouse/parsing/document-limits'
import type { ParseKind } from '@gatehouse/parsing/parse-kind'
import { type Exchange, receiveCall } from '../inference/admission/receive-call.ts'
import type { ParseDeps } from './parse-deps.ts'
import { readParseRequest } from './read-parse-request.ts'
import { parseEndpoints, runParse } from './run-parse.ts'

// A file, and what a form puts around it.
const bodyBytesMax = documentLimits.fileBytesMax + 64 * 1024

export async function serveParse(
  deps: ParseDeps,
  parseKind: ParseKind,
  exchange: Exchange,
): Promise<unknown> {
  const { scope, operation } = parseEndpoints[parseKind]
  const received = await receiveCall(deps, exchange, { scope, operation, bodyBytesMax })
  const { body, contentType, ...asked } = received
  const { model } = exchange.request.query as { model?: string }
  const request = await readParseRequest({ body, contentType, queriedModel: model })
  return runParse(deps, parseKind, { ...asked, request, onProgress: () => undefined })
}
