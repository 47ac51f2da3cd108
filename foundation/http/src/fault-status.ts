import type { Fault, FaultCode, FaultKind } from '@gatehouse/runtime/fault'

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
