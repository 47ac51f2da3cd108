// How a request is encoded for a route and its answer for the caller. Bytes are forwarded unchanged, apart from the
// model name, unless the route and the caller use different formats.
import type { Route } from '@gatehouse/models/alias'
import { type EmbeddingEncoding, readEncodingFormat } from '../wire/encode-embeddings.ts'
import { spliceRequestBody } from '../wire/splice-request-body.ts'
import type { ModelCall } from './admission/read-model-call.ts'
import { bodyInvalid } from '../gateway-faults.ts'
import {
  translateChatAnswer,
  translateChatFrame,
  translateCompletionRequest,
} from '../wire/translate-completion.ts'
import { scanRequestBody } from '../wire/scan-request-body.ts'
import { chatEndpoint, completionsEndpoint, embeddingsEndpoint } from './endpoint.ts'

export type WireFormat = {
  /** Throws if none of the alias's routes can serve the call. */
  check(call: ModelCall): void
  toRequest(call: ModelCall, route: Route): { path: string; body: Buffer }
  /** Encoding in which the caller wants embeddings; undefined to leave them as they are. */
  encodingOf(call: ModelCall): EmbeddingEncoding | undefined
  /** Translates the answer's body, in which the model name has already been replaced, into the caller's format. */
  toAnswer(body: Buffer, call: ModelCall, route: Route): Buffer
  /** Translates one frame of a stream into the caller's format. */
  toFrame(frame: Buffer, call: ModelCall, route: Route): Buffer
}

/** Forwards bodies, answers and frames in the format they have. */
export function passThroughFormat(path: string): WireFormat {
  return {
    check: () => undefined,
    toRequest: (call, route) => ({ path, body: splice(call, route) }),
    encodingOf: () => undefined,
    toAnswer: (body) => body,
    toFrame: (frame) => frame,
  }
}

function splice({ body, scan }: ModelCall, { providerModel, supportsStreamOptions }: Route): Buffer {
  const { parts, length } = spliceRequestBody(body, scan, { providerModel, withUsage: supportsStreamOptions })
  return Buffer.concat(parts, length)
}

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
  encodingOf: () => undefined,
  toAnswer(body, _call, route) {
    if (route.supportsLegacyCompletions) return body
    return translateChatAnswer(body) ?? body
  },
  toFrame: (frame, _call, route) => (route.supportsLegacyCompletions ? frame : translateChatFrame(frame)),
}

function toChatRequest(call: ModelCall, route: Route): { path: string; body: Buffer } {
  const body = translate(call)
  const scan = scanRequestBody(body)
  if (scan.kind === 'invalid') throw bodyInvalid(scan.message)
  return asChat.toRequest({ ...call, body, scan }, route)
}

function translate({ body }: ModelCall): Buffer {
  const translated = translateCompletionRequest(body)
  if (translated.kind === 'refused') throw bodyInvalid(translated.message)
  return translated.body
}

/**
 * Returns vectors in the encoding the caller requested, even if the provider ignores it: the official client requests
 * base64 and can then read nothing else.
 */
export const embeddingsFormat: WireFormat = {
  ...passThroughFormat(embeddingsEndpoint.path),
  encodingOf: (call) => readEncodingFormat(call.body, call.scan),
}
