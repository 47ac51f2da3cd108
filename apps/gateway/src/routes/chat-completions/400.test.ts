import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

test.each([
  ['no JSON', '{"model": "svc/chat-default", '],
  ['no object', '["svc/chat-default"]'],
  ['no model', '{"messages":[]}'],
  ['a model that is not a string', '{"model":7}'],
  ['stream_options that are not an object', '{"model":"svc/chat-default","stream":true,"stream_options":7}'],
  ['nothing', ''],
])('a body with %s is refused as not retryable', async (_what, text) => {
  expect(await readError(await gateway.post('/chat/completions', text))).toMatchObject({
    status: 400,
    type: 'invalid_request_error',
    code: 'INVALID_BODY',
    shouldRetry: 'false',
  })
})

test('a content-type other than JSON is refused', async () => {
  const headers = { 'content-type': 'text/plain' }
  expect(await readError(await gateway.post('/chat/completions', body, headers))).toMatchObject({
    status: 400,
    code: 'INVALID_BODY',
  })
})

test.each([
  ['n', { n: 129 }],
  ['n', { n: Number.MAX_SAFE_INTEGER }],
  ['best_of', { best_of: 1e300 }],
  ['prompt', { n: 2, prompt: Array.from({ length: 65 }, () => 'a') }],
])('a call for more than 128 answers through %s is refused before it takes a hold', async (param, asked) => {
  const account = () => gateway.resources.redis.hgetall(`gatehouse:limits:{${gateway.companyId}}:account`)
  const before = await account()
  const error = await readError(await gateway.post('/chat/completions', { ...body, ...asked }))
  expect(error).toMatchObject({ status: 400, code: 'INVALID_PARAMETER', param, shouldRetry: 'false' })
  expect(await account()).toEqual(before)
})

test('a call may request 128 answers, and they are charged', async () => {
  const response = await gateway.post('/chat/completions', { ...body, n: 128, max_tokens: 5 })
  expect(response.status).toBe(200)
  expect(Number(response.headers.get('x-svc-credits-charged'))).toBeGreaterThan(0)
})

test('an alias for embeddings is refused for chat', async () => {
  const error = await readError(
    await gateway.post('/chat/completions', { ...body, model: 'svc/embed-default' }),
  )
  expect(error).toMatchObject({ status: 400, code: 'MODEL_CAPABILITY_MISMATCH', param: 'model' })
})

test('an error message of the provider is forwarded without its names', async () => {
  const message = 'sim-chat: temperature 9 is too high, see http://127.0.0.1:1/docs'
  gateway.sim.planNext({ fault: { kind: 'status', status: 400, message, code: 'bad_parameter' } })
  const response = await gateway.post('/chat/completions', body)
  const callId = response.headers.get('x-request-id')
  const error = await readError(response)
  expect(error).toMatchObject({
    status: 400,
    type: 'invalid_request_error',
    code: 'bad_parameter',
    shouldRetry: 'false',
  })
  expect(JSON.stringify(error)).toContain('temperature 9 is too high')
  expect(JSON.stringify(error)).not.toMatch(/sim-chat|127\.0\.0\.1/)
  const text = 'select status, charged_micros from calls where id = $1'
  const read = async () => (await gateway.resources.postgres.query(text, [callId])).rows
  await waitUntil(async () => (await read()).length > 0, { withinMs: 30_000, what: 'the call is recorded' })
  expect(await read()).toEqual([{ status: 'FAILED', charged_micros: 0n }])
})
