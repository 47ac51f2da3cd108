import { randomUUID } from 'node:crypto'
import { readAccount } from '@gatehouse/testkit/read-account'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readError } from '../../../testing/read-error.ts'
import { type TestGateway, startTestGateway } from '../../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const body = { model: 'svc/chat-default', messages: [{ role: 'user' as const, content: 'Hello' }] }

function client() {
  return new OpenAI({
    apiKey: gateway.key.raw,
    baseURL: gateway.baseUrl,
    maxRetries: 0,
    defaultHeaders: { 'x-forwarded-for': '198.51.100.1' },
  })
}

async function recorded(callId: string) {
  const { rows } = await gateway.resources.postgres.query('select * from calls where id = $1', [callId])
  return rows[0]
}

test('200: a whole answer names the alias, and its charge is durable and stated in the headers', async () => {
  gateway.sim.planNext({
    usage: { exact: { promptTokens: 1_000, completionTokens: 200, cachedTokens: 100 } },
  })
  const { data, response } = await client().chat.completions.create(body).withResponse()
  expect(response.status).toBe(200)
  expect(data.model).toBe('svc/chat-default')
  expect(data.choices[0]?.message.content).not.toBe('')
  // 900 × 1 + 100 × 0.1 + 200 × 5 micro-credits.
  expect(response.headers.get('x-svc-credits-charged')).toBe('0.001910')
  const callId = response.headers.get('x-request-id') ?? ''
  expect(await recorded(callId)).toMatchObject({
    status: 'SUCCEEDED',
    charged_micros: 1_910n,
    prompt_tokens: 1_000,
    cached_tokens: 100,
    completion_tokens: 200,
    company_id: gateway.companyId,
    key_id: gateway.key.key.id,
    alias: 'svc/chat-default',
  })
  const { balanceMicros } = await readAccount(gateway.resources.postgres, gateway.companyId)
  expect(balanceMicros).toBe(1_000_000_000n - 1_910n)
  expect(response.headers.get('x-svc-credits-balance')).toBe('999.998090')
})

test('a stream arrives frame by frame, names the alias, and is charged before [DONE]', async () => {
  gateway.sim.planNext({ usage: { exact: { promptTokens: 10, completionTokens: 20 } } })
  const stream = await client().chat.completions.create({ ...body, stream: true })
  const models = new Set<string>()
  let text = ''
  let usage: unknown
  let id = ''
  for await (const chunk of stream) {
    models.add(chunk.model)
    text += chunk.choices[0]?.delta.content ?? ''
    usage = chunk.usage ?? usage
    id = chunk.id
  }
  expect(id).not.toBe('')
  expect([...models]).toEqual(['svc/chat-default'])
  expect(text).not.toBe('')
  expect(usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 20 })
  const { rows } = await gateway.resources.postgres.query(
    `select status, charged_micros from calls where prompt_tokens = 10 and completion_tokens = 20`,
  )
  expect(rows).toEqual([{ status: 'SUCCEEDED', charged_micros: 110n }])
})

test('the provider gets the original bytes, apart from the model and the request for usage', async () => {
  const sent = `{ "temperature": 1.0e-1, "x_unknown": 12345678901234567890, "model":"svc/chat-cheap",\n "stream" : true, "messages":[{"role":"user","content":"caf\\u00e9 é \\ud83d"}]}`
  const response = await gateway.post('/chat/completions', sent)
  await response.text()
  const received = gateway.sim.requests.at(-1)?.body.toString()
  expect(received).toBe(
    sent.replace('"svc/chat-cheap"', '"sim-chat"').replace('{', '{"stream_options":{"include_usage":true},'),
  )
})

test.each([
  ['invalid JSON', '{"model": "svc/chat-default", '],
  ['an array', '["svc/chat-default"]'],
  ['no model', '{"messages":[]}'],
  ['a model that is not a string', '{"model":7}'],
  ['stream_options that are not an object', '{"model":"svc/chat-default","stream":true,"stream_options":7}'],
  ['no bytes', ''],
])('400: a body with %s is refused as not retryable', async (_what, text) => {
  expect(await readError(await gateway.post('/chat/completions', text))).toMatchObject({
    status: 400,
    type: 'invalid_request_error',
    code: 'INVALID_BODY',
    shouldRetry: 'false',
  })
})

test('400: a content-type other than JSON is refused', async () => {
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
])(
  '400: a call for more than 128 answers through %s is refused before it takes a hold',
  async (param, fields) => {
    const account = () => gateway.resources.redis.hgetall(`gatehouse:limits:{${gateway.companyId}}:account`)
    const before = await account()
    const error = await readError(await gateway.post('/chat/completions', { ...body, ...fields }))
    expect(error).toMatchObject({ status: 400, code: 'INVALID_PARAMETER', param, shouldRetry: 'false' })
    expect(await account()).toEqual(before)
  },
)

test('a call may request 128 answers, and they are charged', async () => {
  const response = await gateway.post('/chat/completions', { ...body, n: 128, max_tokens: 5 })
  expect(response.status).toBe(200)
  expect(Number(response.headers.get('x-svc-credits-charged'))).toBeGreaterThan(0)
})

test('400: an alias for embeddings is refused for chat', async () => {
  const error = await readError(
    await gateway.post('/chat/completions', { ...body, model: 'svc/embed-default' }),
  )
  expect(error).toMatchObject({ status: 400, code: 'MODEL_CAPABILITY_MISMATCH', param: 'model' })
})

test('400: an error message of the provider is forwarded without its names', async () => {
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

const refused = { type: 'authentication_error', code: null, param: null, shouldRetry: 'false' }

test('401: every kind of invalid key gets the same answer, byte for byte', async () => {
  const requests = gateway.sim.requests.length
  const [expired, revoked] = [
    await gateway.addKey({ expiresAt: new Date(Date.now() + 600) }),
    await gateway.addKey(),
  ]
  await gateway.resources.postgres.query('update api_keys set revoked_at = now() where id = $1', [
    revoked.key.id,
  ])
  const isOver = () => Date.now() > (expired.key.expiresAt?.getTime() ?? 0)
  await waitUntil(isOver, { withinMs: 30_000, what: 'the key has expired' })
  const live = gateway.key.raw
  const authorizations = [
    '',
    'Bearer',
    live,
    `Basic ${live}`,
    `Bearer ${live}x`,
    `Bearer ${live.slice(0, -1)}${live.endsWith('a') ? 'b' : 'a'}`,
    `Bearer ${expired.raw}`,
    `Bearer ${revoked.raw}`,
  ]
  const texts = new Set<string>()
  for (const authorization of authorizations) {
    const response = await gateway.post('/chat/completions', body, { authorization })
    expect(await readError(response.clone())).toMatchObject({ status: 401, ...refused })
    texts.add(`${await response.text()} ${[...response.headers.keys()].join(' ')}`)
  }
  expect(texts.size).toBe(1)
  expect(gateway.sim.requests).toHaveLength(requests)
})

test('401: the key is checked before the body', async () => {
  const response = await gateway.post('/chat/completions', 'no JSON', { authorization: '' })
  expect(await readError(response)).toMatchObject({ status: 401, ...refused })
})

test('403: a key without the scope is refused before its body is read', async () => {
  const { raw } = await gateway.addKey({ scopes: ['usage:read'] })
  const response = await gateway.post('/chat/completions', 'no JSON', gateway.headers(raw))
  expect(await readError(response)).toMatchObject({
    status: 403,
    type: 'permission_error',
    code: 'LLM_SCOPE_DENIED',
    shouldRetry: 'false',
  })
})

test('403: a model outside the allowlist of the key is refused', async () => {
  const { raw } = await gateway.addKey({ modelAllowlist: ['svc/chat-cheap'] })
  const error = await readError(await gateway.post('/chat/completions', body, gateway.headers(raw)))
  expect(error).toMatchObject({ status: 403, code: 'LLM_MODEL_NOT_ALLOWED', param: 'model' })
  const allowed = await gateway.post(
    '/chat/completions',
    { ...body, model: 'svc/chat-cheap' },
    gateway.headers(raw),
  )
  expect(allowed.status).toBe(200)
})

test('403: a postpaid company with an overdue invoice is refused until it is paid', async () => {
  const { database } = gateway
  const companyId = await addCompany(database, 0n)
  await database
    .updateTable('companies')
    .set({ billing_mode: 'POSTPAID' })
    .where('id', '=', companyId)
    .execute()
  const { raw } = await gateway.addKey({ companyId })
  const call = () => gateway.post('/chat/completions', body, gateway.headers(raw))
  const invoice = {
    id: randomUUID(),
    company_id: companyId,
    status: 'OPEN',
    provider_invoice_id: `in_${companyId}`,
    currency: 'eur',
    total_minor: 100n,
    due_at: new Date(Date.now() - 1_000),
  } as const
  await database.insertInto('invoices').values(invoice).execute()
  expect(await readError(await call())).toMatchObject({
    status: 403,
    type: 'permission_error',
    code: 'PLAN_LIMIT_EXCEEDED',
  })
  await database.updateTable('invoices').set({ status: 'PAID' }).where('id', '=', invoice.id).execute()
  expect((await call()).status).toBe(200)
})

test('a prepaid company is not refused for an overdue invoice: it has paid for its credits', async () => {
  const { database } = gateway
  const companyId = await addCompany(database, 1_000_000_000n)
  const { raw } = await gateway.addKey({ companyId })
  await database
    .insertInto('invoices')
    .values({
      id: randomUUID(),
      company_id: companyId,
      status: 'OPEN',
      currency: 'eur',
      total_minor: 100n,
      due_at: new Date(0),
    })
    .execute()
  expect((await gateway.post('/chat/completions', body, gateway.headers(raw))).status).toBe(200)
})

test('404: an unknown alias is not found', async () => {
  const error = await readError(await gateway.post('/chat/completions', { ...body, model: 'gpt-9' }))
  expect(error).toMatchObject({
    status: 404,
    type: 'not_found_error',
    code: 'MODEL_NOT_FOUND',
    param: 'model',
  })
})

test('404: a route that does not exist is not found, with and without a key', async () => {
  for (const headers of [gateway.headers(), {}]) {
    const response = await fetch(`${gateway.baseUrl}/chat`, { method: 'POST', headers })
    expect(await readError(response)).toMatchObject({ status: 404, type: 'not_found_error', code: null })
  }
})

test('413: a body over 32 MiB is refused with the limit', async () => {
  const content = 'x'.repeat(33 * 1024 * 1024)
  const error = await readError(await gateway.post('/chat/completions', { ...body, content }))
  expect(error).toMatchObject({ status: 413, type: 'invalid_request_error', code: 'REQUEST_TOO_LARGE' })
  expect(JSON.stringify(error)).toContain('32 MiB')
})

test('a body of 20 MiB is accepted', async () => {
  const content = 'x'.repeat(20 * 1024 * 1024)
  const messages = [{ role: 'user', content }]
  expect((await gateway.post('/chat/completions', { ...body, messages })).status).toBe(200)
})

describe('with a failing provider', () => {
  // A separate gateway, whose breakers these failures may open.
  let failing: TestGateway
  beforeAll(async () => {
    failing = await startTestGateway()
  })
  afterAll(() => failing[Symbol.asyncDispose]())

  const unavailable = { type: 'api_error', code: 'LLM_GATEWAY_UNAVAILABLE', shouldRetry: null }

  async function recorded(response: Response) {
    const text = 'select status, reason, charged_micros from calls where id = $1'
    const values = [response.headers.get('x-request-id')]
    const read = async () =>
      (await failing.resources.postgres.query<Record<string, unknown>>(text, values)).rows[0]
    // A failed call is recorded in the background.
    await waitUntil(async () => (await read()) !== undefined, {
      withinMs: 30_000,
      what: 'the call is recorded',
    })
    return read()
  }

  test.each([500, 401, 402, 403, 429])(
    '503: a provider that returns %d is reported as unavailable, not as an error of the caller',
    async (status) => {
      failing.sim.planNext({ fault: { kind: 'status', status, message: 'invalid key sk-abc of sim-chat' } })
      const response = await failing.post('/chat/completions', body)
      const error = await readError(response.clone())
      expect(error).toMatchObject({ status: 503, ...unavailable })
      expect(Number(error.retryAfterMs)).toBeGreaterThanOrEqual(1_000)
      expect(JSON.stringify(error)).not.toMatch(/sk-abc|sim-chat/)
      expect(await recorded(response)).toEqual({
        status: 'FAILED',
        reason: 'provider_error',
        charged_micros: 0n,
      })
    },
  )

  test('503: an answer that is not JSON is not delivered', async () => {
    failing.sim.planNext({ fault: { kind: 'garbage_body', body: 'html' } })
    expect(await readError(await failing.post('/chat/completions', body))).toMatchObject({
      status: 503,
      ...unavailable,
    })
  })

  test('503: a provider that has received the request and breaks the connection is not asked again', async () => {
    const asked = failing.sim.requests.length
    failing.sim.planNext({ fault: { kind: 'reset_before_headers' } })
    const error = await readError(await failing.post('/chat/completions', body))
    expect(error).toMatchObject({ status: 503, ...unavailable })
    expect(failing.sim.requests).toHaveLength(asked + 1)
  })
})
