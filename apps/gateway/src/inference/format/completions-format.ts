// The legacy completion format: a route that supports it receives the request unchanged; any other receives a chat
// request, and its answer is translated back.
import type { Route } from '@gatehouse/models/alias'
import { bodyInvalid } from '../../gateway-faults.ts'
import {
  translateChatAnswer,
  translateChatFrame,
  translateCompletionRequest,
} from '../../wire/translate-completion.ts'
import { scanRequestBody } from '../../wire/scan-request-body.ts'
import { chatEndpoint, completionsEndpoint } from '../endpoint.ts'
import type { ModelCall } from '../admission/read-model-call.ts'
import { type WireFormat, passThroughFormat } from './wire-format.ts'

const asCompletion = passThroughFormat(completionsEndpoint.path)
const asChat = passThroughFormat(chatEndpoint.path)

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
