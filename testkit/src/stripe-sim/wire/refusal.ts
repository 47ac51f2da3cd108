// The provider's error responses: `{error: {type, code, message, param, …}}` with its status codes.
import type { OutgoingHttpHeaders } from 'node:http'

type ErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'api_error' | 'idempotency_error' | 'rate_limit_error'
  message: string
  code?: string | undefined
  param?: string | undefined
  decline_code?: string | undefined
  charge?: string | undefined
}

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly error: ErrorBody
  readonly headers: OutgoingHttpHeaders

  constructor(status: number, error: ErrorBody, headers: OutgoingHttpHeaders = {}) {
    super(error.message)
    this.status = status
    this.error = error
    this.headers = headers
  }

  get body(): { error: object } {
    const { code } = this.error
    const docs =
      code === undefined
        ? {}
        : { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }
    return { error: { ...this.error, ...docs } }
  }
}

export function invalid(message: string, param?: string, code?: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, param, code })
}

export function missingParam(param: string): Refusal {
  return invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
}

/** `No such price: 'price_x'`. The provider returns 404 for an id in the path and 400 for one among the parameters. */
export function noSuch(what: string, id: string, param: string): Refusal {
  const message = `No such ${what}: '${id}'`
  const status = param === 'id' ? 404 : 400
  return new Refusal(status, { type: 'invalid_request_error', message, param, code: 'resource_missing' })
}

export function declined(chargeId: string): Refusal {
  return new Refusal(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    charge: chargeId,
  })
}

export function wrongKey(key: string): Refusal {
  const message = `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`
  return new Refusal(401, { type: 'invalid_request_error', message })
}

export function noKey(): Refusal {
  const message =
    'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
  return new Refusal(401, { type: 'invalid_request_error', message })
}

export function rateLimited(): Refusal {
  return new Refusal(
    429,
    { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' },
    { 'retry-after': '0' },
  )
}

export function serverError(): Refusal {
  return new Refusal(500, { type: 'api_error', message: 'An unknown error occurred' })
}

const words: Readonly<Record<string, string>> = {
  payment_intent: 'payment_intent',
  session: 'checkout.session',
}

/** Throws the provider's error, `No such price: 'price_x'`. `param` is `id` for an id in the path. */
export function findOrRefuse<Value>(
  store: ReadonlyMap<string, Value>,
  { what, id, param = 'id' }: { what: string; id: string; param?: string },
): Value {
  const found = store.get(id)
  if (found === undefined) throw noSuch(words[what] ?? what, id, param)
  return found
}
