// Runs one model call from its body to the last byte of its answer. Read it from the top: each step may refuse the
// call, and the order of the steps is the order of the checks, for REST and MCP alike.
import { admitCall, requireLedger } from '../call/admission/admit-call.ts'
import { Call, type ReceivedCall } from '../call/call.ts'
import type { CallDeps } from '../call/call-deps.ts'
import type { Endpoint } from '../call/endpoint.ts'
import { type Exchange, receiveCall } from '../call/receive-call.ts'
import { answerModel } from './answer-model.ts'
import { estimateCall, possibleUsageOf } from './estimate-call.ts'
import { readLargeModelCall, readModelCall } from './read-model-call.ts'
import { largeBytes } from '@gatehouse/bytes/large-bytes'
import type { WireFormat } from './wire-formats.ts'

export type ServedEndpoint = { endpoint: Endpoint; format: WireFormat }

export async function runCall(
  deps: CallDeps,
  { endpoint, format }: ServedEndpoint,
  received: ReceivedCall,
): Promise<unknown> {
  const isLarge = received.body.length > largeBytes
  const read = isLarge
    ? await readLargeModelCall(deps, endpoint, received)
    : readModelCall(deps.catalog, endpoint, received)
  const { scan, entry, identity } = read
  format.check(read)
  requireLedger(deps)
  const call = new Call(deps, received, {
    endpoint,
    entry,
    isStream: scan.isStream,
    estimate: estimateCall(endpoint, read, deps.expectedOutput.of(received.key.id, entry.alias)),
    possible: possibleUsageOf(endpoint, read),
    totalMs: Math.max(1_000, ...entry.routes.map(({ timeouts }) => timeouts.totalMs)),
    identity,
  })
  const answered = await admitCall(deps, call)
  if (answered) return answered.result
  return answerModel(deps, call, { ...read, format })
}

// Large enough for images, which are sent as base64 in the body.
const bodyBytesMax = 32 * 1024 * 1024

/** Serves one model call over HTTP. */
export async function serveCall(
  deps: CallDeps,
  served: ServedEndpoint,
  exchange: Exchange,
): Promise<unknown> {
  const { scope, operation } = served.endpoint
  return runCall(deps, served, await receiveCall(deps, exchange, { scope, operation, bodyBytesMax }))
}
