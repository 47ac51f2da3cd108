// How a fault becomes an HTTP response: its status, its headers and, outside the gateway, its body.
import { STATUS_CODES } from 'node:http'
import { type Fault, type FaultCode, type FaultKind, isRetryable } from '@gatehouse/runtime/fault'

/** A fault as it goes over the wire. Each service has one function that produces it. */
export type FaultResponse = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

export type TranslateFault = (fault: Fault, requestId: string) => FaultResponse

/** RFC 9457 problem details: the error shape of every REST route outside the gateway. */
export const toProblem: TranslateFault = (fault, requestId) => {
  const status = statusOf(fault)
  return respondToFault(fault, 'application/problem+json', {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: fault.publicMessage,
    code: fault.code,
    request_id: requestId,
  })
}

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

const statusByKind = {
  invalid: 400,
  unauthenticated: 401,
  denied: 403,
  not_found: 404,
  conflict: 409,
  exhausted: 429,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<FaultKind, number>

/**
 * The status by which proxies log a request whose client left before the answer: never sent, but logged and counted.
 */
export const clientGoneStatus = 499

// Faults of HTTP itself, for which the protocol defines a more specific status.
const statusByCode: Readonly<Partial<Record<FaultCode, number>>> = {
  'http.body_too_large': 413,
  'http.client_gone': clientGoneStatus,
  'http.head_too_large': 431,
  'http.media_type_unsupported': 415,
  'http.method_not_allowed': 405,
  'http.path_too_long': 414,
  'http.request_too_slow': 408,
}

export function statusOf(fault: Fault): number {
  return statusByCode[fault.code] ?? statusByKind[fault.kind]
}
