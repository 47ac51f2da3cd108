import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

const chunk = (rest: object) => `data: ${JSON.stringify({ id: '1', model: 'one', ...rest })}\n\n`
const text = (content: string) => chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
const usage = (count: number) =>
  chunk({ choices: [], usage: { prompt_tokens: count, completion_tokens: count } })
const finish = chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
const done = 'data: [DONE]\n\n'

async function recorded(response: Response) {
  const values = [response.headers.get('x-request-id')]
  const read = async () =>
    (
      await gateway.resources.postgres.query<Record<string, unknown>>(
        'select status, reason, prompt_tokens, charged_micros from calls where id = $1',
        values,
      )
    ).rows[0]
  await waitUntil(async () => (await read()) !== undefined, {
    withinMs: 30_000,
    what: 'the call is recorded',
  })
  return read()
}

function answerWith(frames: readonly string[], { isCut = false } = {}): void {
  provider.answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const frame of frames) response.write(frame)
    // Destroyed only after the bytes have been written, or they would be lost with the connection.
    if (isCut) setImmediate(() => response.destroy())
    else response.end()
  }
}

test('a usage report before the text does not end the stream: the text follows, and the last report is charged', async () => {
  answerWith([usage(1), text('Hel'), usage(2), text('lo'), finish, usage(3), done])
  const response = await gateway.post('/chat/completions', { ...body, stream: true })
  const frames = (await response.text()).trimEnd().split('\n\n')
  expect(frames).toHaveLength(7)
  expect(frames[1]).toContain('"Hel"')
  expect(frames[3]).toContain('"lo"')
  expect(frames.at(-1)).toBe('data: [DONE]')
  expect(await recorded(response)).toMatchObject({ status: 'SUCCEEDED', prompt_tokens: 3 })
})

test('a stream that breaks after an interim usage report is not charged', async () => {
  answerWith([usage(1)], { isCut: true })
  const response = await gateway.post('/chat/completions', { ...body, stream: true })
  expect(await response.text()).not.toContain('[DONE]')
  expect(await recorded(response)).toMatchObject({ status: 'FAILED', charged_micros: 0n })
})

test('a stream that ends with a usage report but no finish_reason is complete', async () => {
  answerWith([text('Hello'), usage(4)])
  const response = await gateway.post('/chat/completions', { ...body, stream: true })
  expect(await response.text()).toContain('[DONE]')
  expect(await recorded(response)).toMatchObject({ status: 'SUCCEEDED', prompt_tokens: 4 })
})

test('a connection that stays open after [DONE] is closed, and the answer does not wait for it', async () => {
  provider.answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(text('Hello') + finish + usage(5) + done)
  }
  const before = await provider.connections()
  const response = await gateway.post('/chat/completions', { ...body, stream: true })
  expect(await response.text()).toContain('[DONE]')
  // The route's idle timeout is longer than this wait, so it is not what closes the connection.
  const isClosed = async () => (await provider.connections()) < Math.max(1, before)
  await waitUntil(isClosed, { withinMs: 15_000, what: 'the connection is closed' })
})

test('an answer with trailing bytes after its JSON is refused', async () => {
  const answer = JSON.stringify({
    id: '1',
    model: 'one',
    choices: [],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  })
  provider.answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`${answer}{"model":"the provider's own"}`)
  }
  const response = await gateway.post('/chat/completions', body)
  expect(response.status).toBe(503)
  expect(await recorded(response)).toMatchObject({ status: 'FAILED', reason: 'provider_error' })
})

test('a whole answer that arrives byte by byte ends at the time limit of the call', async () => {
  const { postgres } = gateway.resources
  await postgres.query(`update model_routes set total_timeout_ms = 1500 where alias = 'svc/chat-premium'`)
  provider.answer = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 50)
    response.once('close', () => clearInterval(timer))
  }
  // Calls that start before the gateway has noticed the changed route still have the old limit of ten minutes.
  const send = async () => {
    const signal = AbortSignal.timeout(5_000)
    const sent = JSON.stringify({ ...body, model: 'svc/chat-premium' })
    const headers = { ...gateway.headers(), 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: sent, signal }
    const answer = await fetch(`${gateway.baseUrl}/chat/completions`, init).catch(() => undefined)
    return answer?.status === 503
  }
  await waitUntil(send, { withinMs: 60_000, what: 'a call has timed out' })
  // A failed call is recorded after its answer has been sent.
  const isRecorded = async () =>
    (await postgres.query(`select 1 from calls where reason = 'provider_timeout'`)).rows.length > 0
  await waitUntil(isRecorded, { withinMs: 30_000, what: 'the call is recorded' })
  expect(await isRecorded()).toBe(true)
})

test('a provider whose streams always break is not called again after five of them', async () => {
  let requestCount = 0
  answerWith([text('Hel')], { isCut: true })
  const { answer } = provider
  provider.answer = (response) => {
    requestCount += 1
    answer(response)
  }
  // An alias whose breaker no other test has tripped.
  const send = () => gateway.post('/chat/completions', { ...body, model: 'svc/chat-cheap', stream: true })
  for (let time = 0; time < 5; time += 1) expect(await (await send()).text()).toContain('"error"')
  expect(requestCount).toBe(5)
  const refused = await send()
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30)
  expect(requestCount).toBe(5)
})
