// One model call over HTTP. What becomes of its bytes is `run-call.ts`, for every face alike.
import type { InferenceDeps } from './inference-deps.ts'
import { type Exchange, receiveCall } from './admission/receive-call.ts'
import { type ServedEndpoint, runCall } from './run-call.ts'

// Images travel as base64 in the body.
const bodyBytesMax = 32 * 1024 * 1024

export async function serveCall(
  deps: InferenceDeps,
  served: ServedEndpoint,
  exchange: Exchange,
): Promise<unknown> {
  const { scope, operation } = served.endpoint
  return runCall(deps, served, await receiveCall(deps, exchange, { scope, operation, bodyBytesMax }))
}
