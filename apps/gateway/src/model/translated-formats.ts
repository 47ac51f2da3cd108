// The formats in which a request or its answer may have to be translated: legacy completions and embeddings.
import type { Route } from '@gatehouse/models/alias'
import { chatEndpoint, completionsEndpoint, embeddingsEndpoint } from '../call/endpoint.ts'
import { bodyInvalid } from '../gateway-faults.ts'
import { readEncodingFormat } from '../wire/encode-embeddings.ts'
import { type InvalidBody, type ScannedBody, scanRequestBody } from '../wire/scan-request-body.ts'
import { translateChatFrame, translateCompletionRequest } from '../wire/translate-completion.ts'
import type { RequestToSend } from '../provider/call-provider.ts'
import type { ModelBody } from './read-model-call.ts'
import { type WireFormat, passThroughFormat } from './wire-formats.ts'

const asCompletion = passThroughFormat(completionsEndpoint.path)
const asChat = passThroughFormat(chatEndpoint.path)

/**
 * The legacy completion format: a route that supports it receives the request unchanged; any other receives a chat
 * request, and its answer is translated back.
 */
export const completionsFormat: WireFormat = {
  check(call) {
    if (!call.entry.routes.some(({ supportsLegacyCompletions }) => supportsLegacyCompletions)) translate(call)
  },
  toRequest: (call, route) =>
    route.supportsLegacyCompletions ? asCompletion.toRequest(call, route) : toChatRequest(call, route),
  answerOptions: (_call, route) => ({ isToCompletion: !route.supportsLegacyCompletions }),
  toFrame: (frame, _call, route) => (route.supportsLegacyCompletions ? frame : translateChatFrame(frame)),
}

function toChatRequest(call: ModelBody, route: Route): RequestToSend {
  const { body, scan = scanRequestBody(body) } = translate(call)
  if (scan.kind === 'invalid') throw bodyInvalid(scan.message)
  return asChat.toRequest({ ...call, body, scan }, route)
}

function translate({ body, asChat: translated = translateCompletionRequest(body) }: ModelBody): {
  body: Buffer
  scan?: ScannedBody | InvalidBody
} {
  if (translated.kind === 'refused') throw bodyInvalid(translated.message)
  return translated
}

/**
 * Returns vectors in the encoding the caller requested, even if the provider ignores it: the official client requests
 * base64 and can then read nothing else.
 */
export const embeddingsFormat: WireFormat = {
  ...passThroughFormat(embeddingsEndpoint.path),
  answerOptions: (call) => ({ encoding: readEncodingFormat(call.body, call.scan) }),
}
