import { Fault, type FaultDetails } from '@gatehouse/runtime/fault'
import { expect, test } from 'vitest'
import { createErrorEnvelope, toErrorEnvelope } from './error-envelope.ts'

function translate(details: Partial<FaultDetails>) {
  const fault = new Fault({ kind: 'internal', code: 'test.case', publicMessage: 'Do this.', ...details })
  const { status, headers, body } = toErrorEnvelope(fault, 'r-1')
  return { status, headers, body: JSON.parse(body) as { error: Record<string, unknown> } }
}

test.each([
  ['unauthenticated', 401, 'authentication_error', null],
  ['denied', 403, 'permission_error', null],
  ['not_found', 404, 'not_found_error', null],
  ['exhausted', 429, 'rate_limit_error', null],
  ['unavailable', 503, 'api_error', 'LLM_GATEWAY_UNAVAILABLE'],
  ['invalid', 400, 'invalid_request_error', null],
  ['conflict', 409, 'invalid_request_error', null],
  ['internal', 500, 'api_error', null],
] as const)('%s is %d %s with code %j', (kind, status, type, code) => {
  const translated = translate({ kind })
  expect(translated.status).toBe(status)
  expect(translated.body).toEqual({ error: { message: 'Do this.', type, param: null, code } })
})

test.each([
  ['http.body_invalid', 400, 'INVALID_BODY'],
  ['http.media_type_unsupported', 400, 'INVALID_BODY'],
  ['http.body_too_large', 413, 'REQUEST_TOO_LARGE'],
  ['http.method_not_allowed', 405, 'METHOD_NOT_ALLOWED'],
] as const)('%s is %d %s', (code, status, wireCode) => {
  const translated = translate({ kind: 'invalid', code })
  expect(translated.status).toBe(status)
  expect(translated.body.error['code']).toBe(wireCode)
})

test('a fault with a parameter exposes its name, and nothing else of its context', () => {
  const context = { param: 'from', secret: 'x' }
  const { body } = translate({ kind: 'invalid', code: 'gateway.parameter_invalid', context })
  expect(body.error).toEqual({
    message: 'Do this.',
    type: 'invalid_request_error',
    param: 'from',
    code: 'INVALID_PARAMETER',
  })
  expect(translate({ kind: 'invalid', context }).body.error['param']).toBeNull()
})

test('a refusal by the provider keeps its status and code', () => {
  const context = { status: 422, wireCode: 'context_length_exceeded', param: null }
  const translated = translate({ kind: 'invalid', code: 'gateway.provider_refused', context })
  expect(translated.status).toBe(422)
  expect(translated.body.error['code']).toBe('context_length_exceeded')
})

test('a refusal that a retry cannot fix asks the client not to retry', () => {
  expect(translate({ kind: 'denied' }).headers).toHaveProperty('x-should-retry', 'false')
  expect(translate({ kind: 'exhausted', retryAfterMs: 100 }).headers).not.toHaveProperty('x-should-retry')
  expect(translate({ kind: 'unavailable' }).headers).not.toHaveProperty('x-should-retry')
})

test.each([
  ['exhausted', 'gateway.credits_insufficient', 402, 'Do this. Console: https://console.example/billing'],
  ['exhausted', 'gateway.key_cap_reached', 402, 'Do this. Console: https://console.example/'],
  ['denied', 'gateway.invoice_overdue', 403, 'Do this. Console: https://console.example/billing'],
  ['denied', 'gateway.model_not_allowed', 403, 'Do this. Console: https://console.example/'],
  ['denied', 'gateway.origin_denied', 403, 'Do this.'],
  ['exhausted', 'gateway.rate_limited', 429, 'Do this.'],
  ['unauthenticated', 'gateway.key_invalid', 401, 'Do this.'],
] as const)('with a console, the message of %s %s (%d) is %j', (kind, code, status, message) => {
  const fault = new Fault({ kind, code, publicMessage: 'Do this.' })
  const plain = createErrorEnvelope(undefined)(fault, 'r-1')
  expect(plain).toEqual(toErrorEnvelope(fault, 'r-1'))
  const linked = createErrorEnvelope('https://console.example')(fault, 'r-1')
  expect(linked).toMatchObject({ status, headers: plain.headers })
  const bodyOf = ({ body }: { body: string }) => JSON.parse(body) as { error: Record<string, unknown> }
  expect(bodyOf(linked).error).toEqual({ ...bodyOf(plain).error, message })
})

test.each([
  ['/llm/v1/responses', true],
  ['/llm/v1/responses/resp_1', true],
  ['/llm/v1/responsesx', false],
  ['/responses', false],
])('the 404 of %s says how to use chat completions: %s', (path, isHinted) => {
  const { status, body } = translate({ kind: 'not_found', code: 'http.route_unknown', context: { path } })
  expect(status).toBe(404)
  expect(String(body.error['message']).includes('setOpenAIAPI("chat_completions")')).toBe(isHinted)
  expect(body.error['code']).toBeNull()
})
