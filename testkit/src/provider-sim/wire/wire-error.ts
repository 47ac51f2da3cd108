// The wire format's error envelope. All four fields are always present, because the official clients read them.
export type WireErrorFields = {
  message: string
  type: string
  param: string | null
  code: string | null
}

export class WireError extends Error {
  readonly status: number
  readonly fields: WireErrorFields

  constructor(status: number, fields: WireErrorFields) {
    super(fields.message)
    this.name = 'WireError'
    this.status = status
    this.fields = fields
  }
}

export function invalidRequest(message: string, param: string | null = null): WireError {
  return new WireError(400, { message, type: 'invalid_request_error', param, code: null })
}

/** The provider's default error for a status, for fields that the plan does not set. */
export function wireErrorOf(status: number, words: WireErrorWords = {}): WireErrorFields {
  const usual = USUAL_ERRORS[status] ?? (status >= 500 ? SERVER_ERROR : REQUEST_ERROR)
  return {
    message: words.message ?? `The provider simulator was planned to return ${status}.`,
    type: words.type ?? usual.type,
    param: null,
    code: words.code === undefined ? usual.code : words.code,
  }
}

export type WireErrorWords = {
  message?: string | undefined
  type?: string | undefined
  code?: string | null | undefined
}

const SERVER_ERROR = { type: 'server_error', code: null }
const REQUEST_ERROR = { type: 'invalid_request_error', code: null }

const USUAL_ERRORS: Record<number, { type: string; code: string | null }> = {
  401: { type: 'invalid_request_error', code: 'invalid_api_key' },
  402: { type: 'insufficient_quota', code: 'insufficient_quota' },
  404: { type: 'invalid_request_error', code: 'model_not_found' },
  429: { type: 'requests', code: 'rate_limit_exceeded' },
}
