import { readAccount } from '@gatehouse/testkit/read-account'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readError } from '../testing/read-error.ts'
import { type ScriptedProvider, startScriptedProvider } from '../testing/start-scripted-provider.ts'
import { type TestGateway, startTestGateway } from '../testing/start-test-gateway.ts'

let provider: ScriptedProvider
let gateway: TestGateway
beforeAll(async () => {
  provider = await startScriptedProvider()
  gateway = await startTestGateway({ providerUrl: provider.baseUrl })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

function answerWith(usage: object, { isStream = false, model = 'sim-chat' } = {}): void {
  provider.answer = (response) => {
    if (!isStream) {
      const choices = [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }]
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ id: '1', model, choices, usage }))
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const frame = (chunk: object) =>
      response.write(`data: ${JSON.stringify({ id: '1', model, ...chunk })}\n\n`)
    frame({ choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: null }] })
    frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    frame({ choices: [], usage })
    response.end('data: [DONE]\n\n')
  }
}

async function send(own: object = {}) {
  const response = await gateway.post('/chat/completions', { ...body, ...own })
  const text = await response.text()
  const callId = response.headers.get('x-request-id')
  const read = async () => {
    const columns = 'status, reason, completion_tokens, charged_micros'
    const statement = `select ${columns} from calls where id = $1`
    const { rows } = await gateway.resources.postgres.query<Record<string, unknown>>(statement, [callId])
    return rows[0]
  }
  await waitUntil(async () => (await read()) !== undefined, {
    withinMs: 30_000,
    what: 'the call is recorded',
  })
  return { response, text, call: await read() }
}

const balance = async () => (await readAccount(gateway.resources.postgres, gateway.companyId)).balanceMicros

test.each([false, true])(
  'reasoning tokens that a provider reports only in its total are charged (stream: %s)',
  async (isStream) => {
    answerWith({ prompt_tokens: 100, completion_tokens: 20, total_tokens: 420 }, { isStream })
    const { call } = await send({ stream: isStream })
    // 100 input tokens and 320 output tokens.
    expect(call).toMatchObject({ status: 'SUCCEEDED', completion_tokens: 320, charged_micros: 1_700n })
  },
)

test.each([false, true])(
  'a retry of a parked call gets its answer, and does not run (stream: %s)',
  async (isStream) => {
    answerWith({ prompt_tokens: 200_001, completion_tokens: 1 }, { isStream })
    const post = () =>
      gateway.post(
        '/chat/completions',
        { ...body, stream: isStream },
        { 'idempotency-key': `parked-${isStream}` },
      )
    const first = await (await post()).text()
    // The answer is stored in the background, with the record of the call; until then a retry gets 409.
    let retry = await post()
    const isAnswered = async () => {
      if (retry.status === 409) retry = await post()
      return retry.status === 200
    }
    await waitUntil(isAnswered, { withinMs: 30_000, what: 'the answer is stored' })
    expect(await retry.text()).toBe(first)
    expect(retry.headers.get('x-svc-idempotent-replay')).toBe('true')
  },
)

test.each([
  ['a prompt beyond the context window', { prompt_tokens: 200_001, completion_tokens: 1 }],
  ['an output beyond the output limit', { prompt_tokens: 10, completion_tokens: 18_023 }],
  ['the largest integers', { prompt_tokens: 2 ** 31 - 1, completion_tokens: 2 ** 31 - 1 }],
])('a report of %s parks the call: it is answered, and nothing is charged', async (_what, usage) => {
  for (const isStream of [false, true]) {
    const before = await balance()
    answerWith(usage, { isStream })
    const { response, text, call } = await send({ stream: isStream, max_tokens: 1_000 })
    expect(response.status).toBe(200)
    expect(text).toContain(isStream ? '[DONE]' : 'Hello')
    expect(call).toMatchObject({ status: 'PARKED', reason: 'usage_impossible', charged_micros: 0n })
    expect(await balance()).toBe(before)
  }
})

test('a caller that raises max_tokens above the limit of the alias can be charged for more', async () => {
  answerWith({ prompt_tokens: 10, completion_tokens: 21_000 })
  expect((await send({ max_tokens: 20_000 })).call).toMatchObject({ status: 'SUCCEEDED' })
})

test.each([false, true])(
  'an answer from an unexpected model is counted, and nothing else changes (stream: %s)',
  async (isStream) => {
    const count = async () => {
      const text = await gateway.resources.metrics.metrics()
      const found =
        /^gatehouse_answers_of_unexpected_model_total\{alias="svc\/chat-default".*\} (\d+)$/m.exec(text)
      return Number(found?.[1] ?? 0)
    }
    const before = await count()
    answerWith({ prompt_tokens: 10, completion_tokens: 5 }, { isStream, model: 'another-model' })
    const { text, call } = await send({ stream: isStream })
    expect(text).toContain('"model":"svc/chat-default"')
    expect(text).not.toContain('another-model')
    expect(call).toMatchObject({ status: 'SUCCEEDED' })
    expect(await count()).toBe(before + 1)
  },
)

test('a field that changes the model or the price is refused only on routes that reject it', async () => {
  answerWith({ prompt_tokens: 10, completion_tokens: 5 })
  const fields = { models: ['a-dearer-one'] }
  expect((await send(fields)).response.status).toBe(200)
  await gateway.database
    .updateTable('model_routes')
    .set({ rejected_fields: ['models'] })
    .where('alias', '=', 'svc/chat-default')
    .execute()
  const refuse = async () => readError(await gateway.post('/chat/completions', { ...body, ...fields }))
  await waitUntil(async () => (await refuse()).status === 400, {
    withinMs: 30_000,
    what: 'the gateway has picked up the changed route',
  })
  expect(await refuse()).toMatchObject({ code: 'INVALID_PARAMETER', param: 'models', shouldRetry: 'false' })
  expect((await send()).response.status).toBe(200)
})

test.each([false, true])(
  'fields that reveal the provider do not reach the caller (stream: %s)',
  async (isStream) => {
    provider.answer = (response) => {
      const named = {
        id: '1',
        provider: 'acme',
        model: 'sim-chat',
        system_fingerprint: 'fp_1',
        x_acme: { id: 7 },
      }
      const usage = { prompt_tokens: 3, completion_tokens: 2 }
      const text = 'the provider is acme'
      if (!isStream) {
        const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }]
        response.writeHead(200, { 'content-type': 'application/json' })
        return void response.end(JSON.stringify({ ...named, choices, usage }))
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const content of [...text.split(' '), null]) {
        const end = content === null ? 'stop' : null
        const choices = [{ index: 0, delta: content === null ? {} : { content }, finish_reason: end }]
        response.write(`data: ${JSON.stringify({ ...named, choices })}\n\n`)
      }
      response.write(`data: ${JSON.stringify({ ...named, choices: [], usage })}\n\n`)
      response.end('data: [DONE]\n\n')
    }
    await gateway.database
      .updateTable('model_routes')
      .set({ hidden_fields: ['x_acme'] })
      .execute()
    const readAnswer = async () => (await send({ stream: isStream })).text
    await waitUntil(async () => !(await readAnswer()).includes('x_acme'), {
      withinMs: 30_000,
      what: 'the gateway has picked up the route',
    })
    const answered = await readAnswer()
    expect(answered).not.toMatch(/"provider":|system_fingerprint|fp_1|x_acme|sim-chat/)
    // The text that the model wrote is unchanged.
    expect(answered).toContain('acme')
  },
)
