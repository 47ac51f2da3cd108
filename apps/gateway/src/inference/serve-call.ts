// Serves one model call over HTTP. After the request has been received, `run-call.ts` handles calls of REST and MCP
// alike.
import type { InferenceDeps } from './inference-deps.ts'
import { type Exchange, receiveCall } from './admission/receive-call.ts'
import { type ServedEndpoint, runCall } from './run-call.ts'

// Large enough for images, which are sent as base64 in the body.
const bodyBytesMax = 32 * 1024 * 1024

export async function serveCall(
  deps: InferenceDeps,
  served: ServedEndpoint,
  exchange: Exchange,
): Promise<unknown> {
  const { scope, operation } = served.endpoint
  return runCall(deps, served, await receiveCall(deps, exchange, { scope, operation, bodyBytesMax }))
}
