// One model call from its bytes to its last byte. Read it from the top: each line may refuse, and the order of the lines
// is the order of the checks, whichever face the call came by.
import { admitAsked } from './admission/admit-asked.ts'
import { estimateCall, possibleUsageOf } from './admission/admit-call.ts'
import { demandLedger } from './admission/demand-ledger.ts'
import { readModelCall } from './admission/read-model-call.ts'
import { answerCall } from './answer/answer-call.ts'
import type { AskedCall } from './asked-call.ts'
import type { Endpoint } from './endpoint.ts'
import type { WireFormat } from './format/wire-format.ts'
import type { InferenceDeps } from './inference-deps.ts'
import { OpenCall } from './open-call.ts'

export type ServedEndpoint = { endpoint: Endpoint; format: WireFormat }

export async function runCall(
  deps: InferenceDeps,
  { endpoint, format }: ServedEndpoint,
  asked: AskedCall,
): Promise<unknown> {
  const modelCall = readModelCall(deps.catalog, endpoint, asked)
  format.check(modelCall)
  demandLedger(deps)
  const { entry, scan } = modelCall
  const estimate = estimateCall(endpoint, modelCall, deps.expectedOutput.of(asked.key.id, entry.alias))
  const totalMs = Math.max(1_000, ...entry.routes.map(({ timeouts }) => timeouts.totalMs))
  const possible = possibleUsageOf(endpoint, modelCall)
  const prepared = { endpoint, entry, isStream: scan.isStream, estimate, possible, totalMs }
  const admission = await admitAsked(deps, asked, prepared)
  if (admission.kind === 'answered') return admission.result
  const call = new OpenCall(deps, { ...modelCall, ...admission.admitted })
  return answerCall(deps, call, { context: asked.context, client: asked.face.open(), format, totalMs })
}
