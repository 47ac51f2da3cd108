// Runs one model call from its body to the last byte of its answer. Read it from the top: each step may refuse the
// call, and the order of the steps is the order of the checks, for REST and MCP alike.
import { admitCall, requireLedger } from './admission/admit-call.ts'
import { estimateCall, possibleUsageOf } from './admission/estimate-call.ts'
import { readModelCall } from './admission/read-model-call.ts'
import { answerCall } from './answer/answer-call.ts'
import type { ReceivedCall } from './received-call.ts'
import type { Endpoint } from './endpoint.ts'
import type { WireFormat } from './wire-formats.ts'
import type { InferenceDeps } from './inference-deps.ts'
import { OpenCall } from './open-call.ts'
import { type Exchange, receiveCall } from './admission/receive-call.ts'

export type ServedEndpoint = { endpoint: Endpoint; format: WireFormat }

export async function runCall(
  deps: InferenceDeps,
  { endpoint, format }: ServedEndpoint,
  received: ReceivedCall,
): Promise<unknown> {
  const modelCall = readModelCall(deps.catalog, endpoint, received)
  format.check(modelCall)
  requireLedger(deps)
  const { entry, scan } = modelCall
  const estimate = estimateCall(endpoint, modelCall, deps.expectedOutput.of(received.key.id, entry.alias))
  const totalMs = Math.max(1_000, ...entry.routes.map(({ timeouts }) => timeouts.totalMs))
  const possible = possibleUsageOf(endpoint, modelCall)
  const prepared = { endpoint, entry, isStream: scan.isStream, estimate, possible, totalMs }
  const admission = await admitCall(deps, received, prepared)
  if (admission.kind === 'answered') return admission.result
  const call = new OpenCall(deps, { ...modelCall, ...admission.admitted })
  return answerCall(deps, call, { context: received.context, client: received.sink.open(), format, totalMs })
}

// Large enough for images, which are sent as base64 in the body.
const bodyBytesMax = 32 * 1024 * 1024

/** Serves one model call over HTTP. */
export async function serveCall(
  deps: InferenceDeps,
  served: ServedEndpoint,
  exchange: Exchange,
): Promise<unknown> {
  const { scope, operation } = served.endpoint
  return runCall(deps, served, await receiveCall(deps, exchange, { scope, operation, bodyBytesMax }))
}
