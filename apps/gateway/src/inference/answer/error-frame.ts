import type { Fault } from '@gatehouse/runtime/fault'
import { toErrorEnvelope } from '../../error-envelope.ts'

/** Reports an error once the head of a stream has been sent; no other way is left. `[DONE]` does not follow it. */
export function errorFrame(fault: Fault, requestId: string): Buffer {
  return Buffer.from(`data: ${toErrorEnvelope(fault, requestId).body}\n\n`)
}
