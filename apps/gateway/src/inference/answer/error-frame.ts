import type { Fault } from '@gatehouse/runtime/fault'
import { toErrorEnvelope } from '../../error-envelope.ts'

/** The only way to tell of an error when the head of a stream is out. No `[DONE]` follows it. */
export function errorFrame(fault: Fault, requestId: string): Buffer {
  return Buffer.from(`data: ${toErrorEnvelope(fault, requestId).body}\n\n`)
}
