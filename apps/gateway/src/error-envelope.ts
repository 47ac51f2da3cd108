import { type TranslateFault, respondToFault, statusOf } from '@gatehouse/http/fault-response'
import { Fault, type FaultCode, type FaultKind, isRetryable } from '@gatehouse/runtime/fault'

/** Error types of the chat-completion wire format; its official clients map them to exception classes. */
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

// Clients match on these codes, not on the text. A fault whose code is neither here, nor set by its kind, nor carried
// by the fault itself has code null, as documented.
const codeByFault: Readonly<Partial<Record<FaultCode, string>>> = {
  'http.body_invalid': 'INVALID_BODY',
  'http.body_too_large': 'REQUEST_TOO_LARGE',
  'http.media_type_unsupported': 'INVALID_BODY',
  'http.method_not_allowed': 'METHOD_NOT_ALLOWED',
  'gateway.budget_reached': 'INSUFFICIENT_CREDITS',
  'gateway.capability_mismatch': 'MODEL_CAPABILITY_MISMATCH',
  'gateway.company_suspended': 'COMPANY_SUSPENDED',
  'gateway.credits_insufficient': 'INSUFFICIENT_CREDITS',
  'gateway.document_unsupported': 'UNSUPPORTED_DOCUMENT',
  'gateway.document_without_text': 'NO_TEXT',
  'gateway.extraction_failed': 'EXTRACTION_FAILED',
  'gateway.key_cap_reached': 'INSUFFICIENT_CREDITS',
  'gateway.idempotency_conflict': 'IDEMPOTENCY_CONFLICT',
  'gateway.idempotency_in_progress': 'IDEMPOTENCY_IN_PROGRESS',
  'gateway.invoice_overdue': 'PLAN_LIMIT_EXCEEDED',
  'gateway.parameter_invalid': 'INVALID_PARAMETER',
  'gateway.model_not_allowed': 'LLM_MODEL_NOT_ALLOWED',
  'gateway.model_not_found': 'MODEL_NOT_FOUND',
  'gateway.scope_denied': 'LLM_SCOPE_DENIED',
}

// Exceptions to the mapping by kind: a lack of credits does not pass with time as a rate limit does, so clients must
// not retry.
const typeByFault: Readonly<Partial<Record<FaultCode, string>>> = {
  'gateway.budget_reached': 'insufficient_quota',
  'gateway.credits_insufficient': 'insufficient_quota',
  'gateway.key_cap_reached': 'insufficient_quota',
}
const statusByFault: Readonly<Partial<Record<FaultCode, number>>> = {
  'gateway.budget_reached': 402,
  'gateway.credits_insufficient': 402,
  'gateway.key_cap_reached': 402,
  'gateway.document_unsupported': 422,
  'gateway.document_without_text': 422,
  'gateway.extraction_failed': 422,
  // A wrong content type counts as an invalid body: this wire format has no 415.
  'http.media_type_unsupported': 400,
}
const paramByFault: Readonly<Partial<Record<FaultCode, string>>> = {
  'gateway.capability_mismatch': 'model',
  'gateway.model_not_allowed': 'model',
  'gateway.model_not_found': 'model',
}

/** Faults that carry their own param, code or status: an invalid parameter, or a refusal by the provider. */
const isExplicit: ReadonlySet<FaultCode> = new Set(['gateway.parameter_invalid', 'gateway.provider_refused'])

function statedBy(fault: Fault): Fault['context'] {
  return isExplicit.has(fault.code) ? fault.context : {}
}

/** The status of the answer to a request that failed with this fault. */
export function wireStatusOf(fault: Fault): number {
  return Number(statedBy(fault)['status'] ?? statusByFault[fault.code] ?? statusOf(fault))
}

/** The code in the error body, by which clients distinguish errors; null where the wire format has none. */
export function wireCodeOf(fault: Fault): unknown {
  return statedBy(fault)['wireCode'] ?? codeByFault[fault.code] ?? codeByKind[fault.kind] ?? null
}

/** Translates a fault to the wire format's error body; official clients expect all four fields. */
export const toErrorEnvelope: TranslateFault = (fault) => {
  const response = respondToFault(fault, 'application/json; charset=utf-8', {
    error: {
      message: fault.publicMessage + hintFor(fault),
      type: typeByFault[fault.code] ?? typeByKind[fault.kind],
      param: statedBy(fault)['param'] ?? paramByFault[fault.code] ?? null,
      code: wireCodeOf(fault),
    },
  })
  const status = wireStatusOf(fault)
  const isHopeless = status >= 400 && status < 500 && !isRetryable(fault)
  const headers = isHopeless ? { ...response.headers, 'x-should-retry': 'false' } : response.headers
  return { ...response, status, headers }
}

/** Some clients call /responses unless they are configured otherwise, so the 404 says how. */
function hintFor({ code, context }: Fault): string {
  const { path } = context
  if (code !== 'http.route_unknown' || typeof path !== 'string') return ''
  if (!/^\/llm\/v1\/responses(?:\/|$)/.test(path)) return ''
  return (
    ' The gateway serves chat completions: call openai.chat(model) in the AI SDK, setOpenAIAPI("chat_completions") in ' +
    'OpenAI Agents, and client.chat.completions in the openai package.'
  )
}

/** Faults that people of the company resolve in the console, with the page where they do; others lead to its start. */
const consolePages: Readonly<Partial<Record<FaultCode, string>>> = {
  'gateway.credits_insufficient': '/billing',
  'gateway.invoice_overdue': '/billing',
}

/** Ends the messages of 402 and 403 with a link to the console, if its address is known. */
export function createErrorEnvelope(consoleUrl: string | undefined): TranslateFault {
  if (consoleUrl === undefined) return toErrorEnvelope
  return (fault, requestId) => {
    // A page that may not call the gateway is a matter of its settings.
    const isForPeople = statusByFault[fault.code] === 402 || fault.kind === 'denied'
    if (!isForPeople || fault.code === 'gateway.origin_denied') return toErrorEnvelope(fault, requestId)
    const link = `${consoleUrl}${consolePages[fault.code] ?? '/'}`
    const { kind, code, context, cause, publicMessage } = fault
    const linked = new Fault({
      kind,
      code,
      context,
      cause,
      publicMessage: `${publicMessage} Console: ${link}`,
    })
    return toErrorEnvelope(linked, requestId)
  }
}
