// How a call is put to a route and how its answer is put to the caller. Bytes stay as they are, apart from the model's
// name, unless the route speaks another shape than the caller.
import type { Route } from '@gatehouse/models/alias'
import type { EmbeddingEncoding } from '../../wire/encode-embeddings.ts'
import { spliceRequestBody } from '../../wire/splice-request-body.ts'
import type { ModelCall } from '../admission/read-model-call.ts'

export type WireFormat = {
  /** Throws if no route of the alias could be asked for this. */
  check(call: ModelCall): void
  toRequest(call: ModelCall, route: Route): { path: string; body: Buffer }
  /** In which form the caller wants embeddings; undefined if they stay as they came. */
  encodingOf(call: ModelCall): EmbeddingEncoding | undefined
  /** The answer's body in the caller's shape; the model's name is put right afterwards. */
  toAnswer(body: Buffer, call: ModelCall, route: Route): Buffer
  /** The same for one frame of a stream. */
  toFrame(frame: Buffer, call: ModelCall, route: Route): Buffer
}

export function sameFormat(path: string): WireFormat {
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
