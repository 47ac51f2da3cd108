import OpenAI from 'openai'
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

test('200: the official client lists only the aliases the key may call, and their owner is this service', async () => {
  const client = new OpenAI({ apiKey: gateway.key.raw, baseURL: gateway.baseUrl, maxRetries: 0 })
  const { raw } = await gateway.addKey({ modelAllowlist: ['svc/chat-cheap', 'svc/embed-default'] })
  const all = await client.models.list()
  expect(all.data.map(({ id }) => id)).toEqual([
    'svc/chat-cheap',
    'svc/chat-default',
    'svc/chat-premium',
    'svc/embed-default',
    'svc/extract-default',
    'svc/extract-fast',
  ])
  const some = await gateway.get('/models', gateway.headers(raw))
  expect(some.status).toBe(200)
  expect(await some.json()).toEqual({
    object: 'list',
    data: ['svc/chat-cheap', 'svc/embed-default'].map(
      (id) => expect.objectContaining({ id, object: 'model', created: 0, owned_by: 'svc' }) as unknown,
    ),
  })
})

test('429: an address over its limit is refused', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.88' }
  const send = () => gateway.get('/models', headers)
  const statuses = await sendUntilLimited(send)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  // The limit is 600 requests, but fewer may pass if Redis was briefly too slow and the process counted locally (`pnpm
  // prove limits-exact` counts exactly).
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(300)
  expect(await readError(await send())).toMatchObject({ status: 429, type: 'rate_limit_error', code: null })
})

const route = { path: '/models', otherScope: 'usage:read', address: '203.0.113.76' } as const

test.each([
  { status: 401, why: 'an invalid key', answer: 'authentication_error null final' },
  { status: 403, why: 'a key without the scope', answer: 'permission_error LLM_SCOPE_DENIED final' },
  { status: 503, why: 'a gateway without its database', answer: 'api_error LLM_GATEWAY_UNAVAILABLE later' },
] as const)('$status: $why', { timeout: 30_000 }, async ({ status, answer }) => {
  expect(await refuseRead(status, gateway, route)).toBe(`${status} ${answer}`)
})
