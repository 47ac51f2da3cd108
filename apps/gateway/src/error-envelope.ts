import { type TranslateFault, respondToFault } from '@gatehouse/http/fault-response'
import { type FaultCode, type FaultKind, isRetryable } from '@gatehouse/runtime/fault'

/** The error types of the chat-completion wire format, which its official clients tell apart. */
const typeByKind = {
  invalid: 'invalid_request_error',
  unauthenticated: 'authentication_error',
  denied: 'permission_error',
  not_found: 'not_found_error',
  conflict: 'invalid_request_error',
  exhausted: 'rate_limit_error',
  unavailable: 'api_error',
  internal: 'api_error',
} as const satisfies Record<FaultKind, string>

const codeByKind: Readonly<Partial<Record<FaultKind, string>>> = {
  unavailable: 'LLM_GATEWAY_UNAVAILABLE',
}

// Clients match on these, not on the text. A fault without a line here has code null, as documented.
const codeByFault: Readonly<Partial<Record<FaultCode, string>>> = {
  'http.body_invalid': 'INVALID_BODY',
  'http.body_too_large': 'REQUEST_TOO_LARGE',
  'http.media_type_unsupported': 'INVALID_BODY',
  'http.method_not_allowed': 'METHOD_NOT_ALLOWED',
}

/** The wire format's error body; official clients expect all four fields. */
export const toErrorEnvelope: TranslateFault = (fault) => {
  const response = respondToFault(fault, 'application/json; charset=utf-8', {
    error: {
      message: fault.publicMessage,
      type: typeByKind[fault.kind],
      param: null,
      code: codeByFault[fault.code] ?? codeByKind[fault.kind] ?? null,
    },
  })
  // A wrong content type is a wrong body to a caller of this format: decisions know no 415.
  const status = response.status === 415 ? 400 : response.status
  const isHopeless = status >= 400 && status < 500 && !isRetryable(fault)
  const headers = isHopeless ? { ...response.headers, 'x-should-retry': 'false' } : response.headers
  return { ...response, status, headers }
}
