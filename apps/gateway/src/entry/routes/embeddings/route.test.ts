import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseCall } from '../../../testing/refuse-route.ts'
import { type TestGateway, startTestGateway } from '../../../testing/start-test-gateway.ts'

let gateway: TestGateway
let client: OpenAI
beforeAll(async () => {
  gateway = await startTestGateway()
  client = new OpenAI({ apiKey: gateway.key.raw, baseURL: gateway.baseUrl, maxRetries: 0 })
})
afterAll(() => gateway[Symbol.asyncDispose]())

test.each([undefined, 'float', 'base64'] as const)(
  '200: vectors have the requested encoding: %s',
  async (encoding) => {
    for (const ignoreEncodingFormat of [false, true]) {
      gateway.sim.planNext({ shape: { ignoreEncodingFormat } })
      const body = { model: 'svc/embed-default', input: ['a text', 'another'] }
      const requested = encoding ? { encoding_format: encoding } : {}
      const { data, response } = await client.embeddings.create({ ...body, ...requested }).withResponse()
      expect(response.status).toBe(200)
      expect(data.model).toBe('svc/embed-default')
      expect(data.data).toHaveLength(2)
      const [first] = data.data
      if (encoding === 'base64') expect(first?.embedding).toBeTypeOf('string')
      else expect(first?.embedding[0]).toBeTypeOf('number')
      expect(response.headers.get('x-svc-credits-charged')).not.toBe('0.000000')
    }
  },
)

test.each([
  { status: 400, why: 'a body that is not JSON', answer: 'invalid_request_error INVALID_BODY final' },
  { status: 401, why: 'an invalid key', answer: 'authentication_error null final' },
  { status: 402, why: 'no credits', answer: 'insufficient_quota INSUFFICIENT_CREDITS final' },
  {
    status: 403,
    why: 'a model that the key may not call',
    answer: 'permission_error LLM_MODEL_NOT_ALLOWED final',
  },
  { status: 404, why: 'an unknown alias', answer: 'not_found_error MODEL_NOT_FOUND final' },
  {
    status: 409,
    why: 'a reused Idempotency-Key',
    answer: 'invalid_request_error IDEMPOTENCY_CONFLICT final',
  },
  { status: 413, why: 'a body over 32 MiB', answer: 'invalid_request_error REQUEST_TOO_LARGE final' },
  { status: 429, why: 'too many requests of the key', answer: 'rate_limit_error null later' },
  { status: 503, why: 'a failing provider', answer: 'api_error LLM_GATEWAY_UNAVAILABLE later' },
] as const)('$status: $why', async ({ status, answer }) => {
  const route = { path: '/embeddings', body: { model: 'svc/embed-default', input: 'a text' } }
  expect(await refuseCall(status, gateway, route)).toBe(`${status} ${answer}`)
})
