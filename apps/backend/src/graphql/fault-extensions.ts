import type { Fault, FaultKind } from '@gatehouse/runtime/fault'

const codeByKind = {
  invalid: 'BAD_USER_INPUT',
  unauthenticated: 'UNAUTHENTICATED',
  denied: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  exhausted: 'RATE_LIMITED',
  unavailable: 'UNAVAILABLE',
  internal: 'INTERNAL',
} as const satisfies Record<FaultKind, string>

export type FaultExtensions = {
  code: (typeof codeByKind)[FaultKind]
  fault: string
  request_id: string
  /** Time after which the same request can succeed, if known. */
  retry_after_ms?: number
}

/**
 * Converts a fault to the `extensions` of a GraphQL error: the documented code, our more specific code and the request
 * id.
 */
export function toFaultExtensions(fault: Fault, requestId: string): FaultExtensions {
  return {
    code: codeByKind[fault.kind],
    fault: fault.code,
    request_id: requestId,
    ...(fault.retryAfterMs !== undefined && { retry_after_ms: fault.retryAfterMs }),
  }
}
