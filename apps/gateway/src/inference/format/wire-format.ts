// How a request is encoded for a route and its answer for the caller. Bytes are forwarded unchanged, apart from the
// model name, unless the route and the caller use different formats.
import type { Route } from '@gatehouse/models/alias'
import type { EmbeddingEncoding } from '../../wire/encode-embeddings.ts'
import { spliceRequestBody } from '../../wire/splice-request-body.ts'
import type { ModelCall } from '../admission/read-model-call.ts'

export type WireFormat = {
  /** Throws if none of the alias's routes can serve the call. */
  check(call: ModelCall): void
  toRequest(call: ModelCall, route: Route): { path: string; body: Buffer }
  /** Encoding in which the caller wants embeddings; undefined to leave them as they are. */
  encodingOf(call: ModelCall): EmbeddingEncoding | undefined
  /** Translates the answer's body, in which the model name has already been replaced, into the caller's format. */
  toAnswer(body: Buffer, call: ModelCall, route: Route): Buffer
  /** Translates one frame of a stream likewise. */
  toFrame(frame: Buffer, call: ModelCall, route: Route): Buffer
}

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
