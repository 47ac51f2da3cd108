import { type Fault, isRetryable } from '@gatehouse/runtime/fault'
import { statusOf } from './fault-status.ts'

/** A fault as it goes over the wire. Each service has one function that produces it. */
export type FaultResponse = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

export type TranslateFault = (fault: Fault, requestId: string) => FaultResponse

/** Status and headers are the same for every service; only the body's shape differs. */
export function respondToFault(fault: Fault, contentType: string, body: unknown): FaultResponse {
  return {
    status: statusOf(fault),
    headers: { 'content-type': contentType, ...retryHeaders(fault), ...allowHeader(fault) },
    body: JSON.stringify(body),
  }
}

function retryHeaders(fault: Fault): Record<string, string> {
  if (!isRetryable(fault)) return {}
  const retryAfterMs = Math.max(0, Math.ceil(fault.retryAfterMs ?? 1_000))
  return {
    'retry-after': String(Math.ceil(retryAfterMs / 1_000)),
    'retry-after-ms': String(retryAfterMs),
  }
}

function allowHeader(fault: Fault): Record<string, string> {
  const allowed = fault.context['allowedMethods']
  return Array.isArray(allowed) ? { allow: allowed.join(', ') } : {}
}
