// The meaning of each error status; the codes are those of `error-envelope.ts`.
type ErrorAnswer = {
  title: string
  /** Title for calls that are charged, which are refused for more reasons. */
  billableTitle?: string
  /** Title for the tool endpoint, which reports what a tool may not do in its result. */
  toolsTitle?: string
  codes: readonly (string | null)[]
}

export const errorAnswers: Readonly<Record<number, ErrorAnswer>> = {
  400: {
    title: 'The body or a parameter is invalid.',
    codes: ['INVALID_BODY', 'INVALID_PARAMETER', 'MODEL_CAPABILITY_MISMATCH'],
  },
  401: { title: 'The key is missing, unknown, revoked or expired.', codes: [null] },
  402: {
    title: 'The company has no credits left, or the key has reached its cap.',
    codes: ['INSUFFICIENT_CREDITS'],
  },
  403: {
    title: 'The key may not do this.',
    billableTitle: 'The key may not do this, an invoice is overdue, or the company is suspended.',
    toolsTitle: 'Pages of this origin may not call the gateway.',
    codes: ['LLM_SCOPE_DENIED', 'LLM_MODEL_NOT_ALLOWED', 'PLAN_LIMIT_EXCEEDED', 'COMPANY_SUSPENDED', null],
  },
  404: { title: 'Not found.', codes: ['MODEL_NOT_FOUND', null] },
  406: { title: 'The client does not accept the type of the answer.', codes: [null] },
  409: {
    title: 'The Idempotency-Key belongs to a different call, or to one that is still running.',
    codes: ['IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS'],
  },
  413: { title: 'The body is too large.', codes: ['REQUEST_TOO_LARGE'] },
  415: { title: 'The content type of the body is not supported.', codes: [null] },
  422: {
    title: 'The document cannot be read.',
    codes: ['NO_TEXT', 'UNSUPPORTED_DOCUMENT', 'EXTRACTION_FAILED'],
  },
  429: {
    title: 'Too many requests or tokens in a minute. Wait for the time in retry-after.',
    codes: [null],
  },
  503: {
    title: 'The gateway or the model is unavailable. Try again.',
    codes: ['LLM_GATEWAY_UNAVAILABLE'],
  },
}

export const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code'],
      properties: {
        message: { type: 'string', description: 'For people; says what to do next' },
        type: { type: 'string' },
        param: { type: ['string', 'null'] },
        code: { type: ['string', 'null'], description: 'For programs; match on this' },
      },
    },
  },
}
