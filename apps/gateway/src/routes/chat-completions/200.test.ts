import { createSystemClock } from '@gatehouse/runtime/clock'
import { type ProviderSim, startProviderSim } from '@gatehouse/testkit/provider-sim'
import { type TestHttp, startTestHttp } from '@gatehouse/testkit/start-test-http'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { Agent } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toErrorEnvelope } from '../../error-envelope.ts'
import { chatCompletionsRoute } from './route.ts'

let sim: ProviderSim
let http: TestHttp
const agent = new Agent()

beforeAll(async () => {
  sim = await startProviderSim()
  http = await startTestHttp(
    [chatCompletionsRoute({ agent, providerUrl: sim.baseUrl, clock: createSystemClock() })],
    {
      translateFault: toErrorEnvelope,
    },
  )
})
afterAll(async () => {
  await http[Symbol.asyncDispose]()
  await agent.destroy()
  await sim.close()
})

const ask = (body: string, signal?: AbortSignal) =>
  fetch(`${http.url}/llm/v1/chat/completions`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    ...(signal ? { signal } : {}),
  })

test('a streamed answer arrives whole, up to [DONE]', async () => {
  const response = await ask('{"model":"m","stream":true,"messages":[{"role":"user","content":"Hello"}]}')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const frames = (await response.text()).trimEnd().split('\n\n')
  expect(frames.length).toBeGreaterThan(3)
  expect(frames.at(-1)).toBe('data: [DONE]')
})

test('the provider gets the bytes that the client sent', async () => {
  const body = `{ "model":"m", "messages":[{"role":"user","content":"\\u00e9é\\ud83d\\ude00"}], "n":1.0, "x":1e2, "x":2 }`
  await (await ask(body)).text()
  expect(sim.requests.at(-1)?.body.toString('utf8')).toBe(body)
})

test('the provider is called within the trace of the caller', async () => {
  await (
    await fetch(`${http.url}/llm/v1/chat/completions`, {
      method: 'POST',
      body: '{"model":"m","messages":[{"role":"user","content":"Hi"}]}',
      headers: { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' },
    })
  ).text()
  const sent = sim.requests.at(-1)?.headers['traceparent']
  expect(sent).toMatch(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-01$/)
  expect(sent).not.toContain('00f067aa0ba902b7')
})

test('no header of the provider but the content type reaches the client', async () => {
  const response = await ask('{"model":"m","messages":[{"role":"user","content":"Hi"}]}')
  await response.text()
  const names = [...response.headers.keys()].filter(
    (name) => !['date', 'connection', 'keep-alive'].includes(name),
  )
  expect(
    new Set(names).isSubsetOf(
      new Set(['content-type', 'cache-control', 'transfer-encoding', 'x-request-id']),
    ),
  ).toBe(true)
})

test('a client that hangs up cancels the work of the provider', async () => {
  sim.planNext({ outputTokens: 10_000, tokensPerSecond: 20 })
  const controller = new AbortController()
  const before = sim.counts.disconnected
  const response = await ask(
    '{"model":"m","stream":true,"messages":[{"role":"user","content":"Hello"}]}',
    controller.signal,
  )
  expect(response.status).toBe(200)
  controller.abort()
  await waitUntil(() => sim.counts.disconnected === before + 1, {
    withinMs: 1_000,
    what: 'the provider is told',
  })
})
