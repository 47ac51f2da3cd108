// Large messages are read in a worker thread; to the caller and the provider nothing may differ from small ones.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listTools, postMcp } from '../../testing/mcp-client.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'
import { largeBytes } from '@gatehouse/bytes/large-bytes'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const callOf = (name: string, given: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
})
const chat = (bytes: number, more: object = {}) =>
  callOf('chat', {
    model: 'svc/chat-default',
    messages: [{ role: 'user', content: `Hi é${' '.repeat(bytes)}`, name: 'Ana' }],
    ...more,
  })
const sizes = [0, largeBytes]

test.each(sizes)('the provider gets the arguments of a chat (%s blanks)', async (bytes) => {
  const message = chat(bytes, { temperature: 0.5 })
  expect((await postMcp(gateway, message)).status).toBe(200)
  const received = JSON.parse(gateway.sim.requests.at(-1)?.body.toString() ?? '') as object
  expect(received).toEqual({ ...message.params.arguments, model: 'sim-chat' })
})

/** The answer without what differs between two calls. */
async function answerTo(message: unknown, key?: string): Promise<string> {
  const response = await postMcp(gateway, message, key === undefined ? {} : gateway.headers(key))
  const text = await response.text()
  const id = response.headers.get('x-request-id') ?? ''
  return `${response.status} ${text.replaceAll(id, '').replaceAll(/"[^"]*request-id":"[^"]*"/g, '')}`
}

test('refusals are those of a small message', async () => {
  const { raw } = await gateway.addKey({ scopes: ['usage:read'] })
  const pairs = (bytes: number): [unknown, string?][] => [
    [[chat(bytes)]],
    [chat(bytes, { tools: [] })],
    [chat(bytes, { temperature: 3 })],
    [callOf('chat', { model: 'svc/chat-default', messages: ' '.repeat(bytes) })],
    [chat(bytes), raw],
    [chat(bytes, { tools: [] }), raw],
    [callOf('parse_cv', { text: 7, model: ' '.repeat(bytes) })],
    [callOf('none', { text: ' '.repeat(bytes) })],
    [{ ...listTools, params: { _meta: { padding: ' '.repeat(bytes) } } }],
  ]
  for (const [index, [message, key]] of pairs(0).entries()) {
    const [large] = pairs(largeBytes)[index] ?? []
    expect(await answerTo(large, key)).toBe(await answerTo(message, key))
  }
})
