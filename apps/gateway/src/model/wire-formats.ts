// How a request is encoded for a route and its answer for the caller. Bytes are forwarded unchanged, apart from the
// model name, unless the route and the caller use different formats.
import type { Route } from '@gatehouse/models/alias'
import { largeBytes } from '@gatehouse/bytes/large-bytes'
import { spliceRequestBody } from '../wire/replace-model.ts'
import type { RequestToSend } from '../provider/call-provider.ts'
import type { ModelBody } from './read-model-call.ts'
import type { ReworkOptions } from './rework/rework-answer.ts'

export type WireFormat = {
  /** Throws if none of the alias's routes can serve the call. */
  check(call: ModelBody): void
  toRequest(call: ModelBody, route: Route): RequestToSend
  /** How the answer's body is translated into the caller's format, besides replacing the model name. */
  answerOptions(call: ModelBody, route: Route): Pick<ReworkOptions, 'encoding' | 'isToCompletion'>
  /** Translates one frame of a stream into the caller's format. */
  toFrame(frame: Buffer, call: ModelBody, route: Route): Buffer
}

/** What the caller asks for, and the format in which it is asked and answered. */
export type ModelRequest = ModelBody & { format: WireFormat }

const asReceived = {}

/** Forwards bodies, answers and frames in the format they have. */
export function passThroughFormat(path: string): WireFormat {
  return {
    check: () => undefined,
    toRequest: (call, route) => ({ path, body: splice(call, route) }),
    answerOptions: () => asReceived,
    toFrame: (frame) => frame,
  }
}

function splice(
  { body, scan }: ModelBody,
  { providerModel, supportsStreamOptions }: Route,
): RequestToSend['body'] {
  const { parts, length } = spliceRequestBody(body, scan, { providerModel, withUsage: supportsStreamOptions })
  // Joining the parts of a large body would block the event loop for longer than sending them one by one.
  return length > largeBytes ? parts : Buffer.concat(parts, length)
}
