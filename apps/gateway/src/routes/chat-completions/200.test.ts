import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAccount } from '@gatehouse/credits/read-account'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const body = { model: 'svc/chat-default', messages: [{ role: 'user' as const, content: 'Say something.' }] }

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

test('a whole answer names the alias, and its charge is durable and stated in the headers', async () => {
  gateway.sim.planNext({
    usage: { exact: { promptTokens: 1_000, completionTokens: 200, cachedTokens: 100 } },
  })
  const { data, response } = await client().chat.completions.create(body).withResponse()
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
