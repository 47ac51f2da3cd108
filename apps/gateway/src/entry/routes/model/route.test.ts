import OpenAI, { NotFoundError } from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readError } from '../../../testing/read-error.ts'
import { refuseRead } from '../../../testing/refuse-route.ts'
import { sendUntilLimited } from '../../../testing/send-until-limited.ts'
import { type TestGateway, startTestGateway } from '../../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const model = {
  id: 'svc/chat-default',
  object: 'model',
  created: 0,
  owned_by: 'svc',
  capability: 'chat',
  endpoints: ['/chat/completions', '/completions'],
  context_length: 200_000,
  max_output_tokens: 16_384,
  price: {
    version: expect.stringMatching(/^\d+$/) as unknown,
    currency: 'credits',
    input_per_million: '1.000000',
    cached_input_per_million: '0.100000',
    output_per_million: '5.000000',
  },
}

test.each(['svc/chat-default', 'svc%2Fchat-default', 'svc%2fchat-default'])(
  '200: /models/%s has the price, the limits and the endpoints of the alias',
  async (id) => {
    const answer = await gateway.get(`/models/${id}`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual(model)
  },
)

test('the official client retrieves a model, and the list has the same objects', async () => {
  const client = new OpenAI({ apiKey: gateway.key.raw, baseURL: gateway.baseUrl, maxRetries: 0 })
  expect(await client.models.retrieve('svc/chat-default')).toMatchObject(model)
  const { data } = await client.models.list()
  expect(data.find(({ id }) => id === 'svc/chat-default')).toEqual(model)
  await expect(client.models.retrieve('svc/none')).rejects.toBeInstanceOf(NotFoundError)
})

test.each([
  'svc/none',
  'svc%2Fnone',
  'svc',
  'svc/chat-default/',
  'svc/chat-default/x',
  '%00',
  'svc%252Fchat-default',
])('404: there is no model %s', async (id) => {
  const error = await readError(await gateway.get(`/models/${id}`))
  expect(error).toMatchObject({
    status: 404,
    type: 'not_found_error',
    code: 'MODEL_NOT_FOUND',
    shouldRetry: 'false',
  })
})

test('an empty id is an unknown route', async () => {
  expect(await readError(await gateway.get('/models/'))).toMatchObject({ status: 404, code: null })
})

test('another method is refused with the allowed one', async () => {
  const answer = await gateway.post('/models/svc/chat-default', {})
  expect(answer.headers.get('allow')).toBe('GET')
  expect(await readError(answer)).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' })
})

test('403: an alias outside the allowlist of the key', async () => {
  const { raw } = await gateway.addKey({ modelAllowlist: ['svc/chat-cheap'] })
  const error = await readError(await gateway.get('/models/svc/chat-default', gateway.headers(raw)))
  expect(error).toMatchObject({ status: 403, type: 'permission_error', code: 'LLM_MODEL_NOT_ALLOWED' })
})

const route = { path: '/models/svc/chat-default', otherScope: 'usage:read', address: '203.0.113.78' } as const

test('429: an address over its limit is refused', async () => {
  const send = () => gateway.get(route.path, { 'x-forwarded-for': '203.0.113.79' })
  expect(new Set(await sendUntilLimited(send))).toEqual(new Set([200, 429]))
  expect(await readError(await send())).toMatchObject({ status: 429, type: 'rate_limit_error', code: null })
})

test.each([
  { status: 401, why: 'an invalid key', answer: 'authentication_error null final' },
  { status: 403, why: 'a key without the scope', answer: 'permission_error LLM_SCOPE_DENIED final' },
  { status: 503, why: 'a gateway without its database', answer: 'api_error LLM_GATEWAY_UNAVAILABLE later' },
] as const)('$status: $why', { timeout: 30_000 }, async ({ status, answer }) => {
  expect(await refuseRead(status, gateway, route)).toBe(`${status} ${answer}`)
})
