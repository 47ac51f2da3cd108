import OpenAI from 'openai'
import { waitUntil } from '@gatehouse/testkit/wait-until'
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

const body = { model: 'svc/chat-default', prompt: 'Once upon a time', max_tokens: 20 }

async function setLegacySupport(isSupported: boolean) {
  await gateway.resources.postgres.query('update model_routes set supports_legacy_completions = $1', [
    isSupported,
  ])
  const path = isSupported ? '/v1/completions' : '/v1/chat/completions'
  const isInForce = async () => {
    await client.completions.create(body)
    return gateway.sim.requests.at(-1)?.path === path
  }
  await waitUntil(isInForce, { withinMs: 30_000, what: 'the catalog has been reloaded' })
}

test.each([false, true])('200: a completion is answered and charged (legacy route: %s)', async (isLegacy) => {
  await setLegacySupport(isLegacy)
  const { data, response } = await client.completions.create(body).withResponse()
  expect(response.status).toBe(200)
  expect(data).toMatchObject({ object: 'text_completion', model: 'svc/chat-default' })
  expect(data.choices[0]?.text).not.toBe('')
  expect(data.choices[0]?.finish_reason).toBeTypeOf('string')
  expect(Number(response.headers.get('x-svc-credits-charged'))).toBeGreaterThan(0)
  expect(gateway.sim.requests.at(-1)?.path).toBe(isLegacy ? '/v1/completions' : '/v1/chat/completions')
})

test.each([false, true])(
  'a streamed completion has the completions format (legacy route: %s)',
  async (isLegacy) => {
    await setLegacySupport(isLegacy)
    let text = ''
    for await (const chunk of await client.completions.create({ ...body, stream: true })) {
      expect(chunk).toMatchObject({ object: 'text_completion', model: 'svc/chat-default' })
      text += chunk.choices[0]?.text ?? ''
    }
    expect(text).not.toBe('')
  },
)

test('400: a request that chat cannot express is refused, and costs nothing', async () => {
  await setLegacySupport(false)
  const requests = gateway.sim.requests.length
  await expect(client.completions.create({ ...body, logprobs: 3 })).rejects.toMatchObject({ status: 400 })
  expect(gateway.sim.requests).toHaveLength(requests)
})

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
  const route = { path: '/completions', body }
  expect(await refuseCall(status, gateway, route)).toBe(`${status} ${answer}`)
})
