// Large frames are read in a worker thread while what follows them waits; the order of frames, the charge and the end of
// the stream may not differ from those of small frames.
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ScriptedProvider, startScriptedProvider } from '../testing/start-scripted-provider.ts'
import { type TestGateway, startTestGateway } from '../testing/start-test-gateway.ts'
import { largeBytes } from '@gatehouse/bytes/large-bytes'

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

const messages = [{ role: 'user', content: 'Hello' }]
const frame = (rest: object) => `data: ${JSON.stringify({ id: '1', model: 'one', ...rest })}\n\n`
const text = (content: string) => frame({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
const finish = frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
const usage = frame({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } })
const done = 'data: [DONE]\n\n'
const large = (letter: string) => letter.repeat(largeBytes)

async function stream(frames: readonly string[], { path = '/chat/completions', isCut = false } = {}) {
  provider.answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frames.join(''), () => (isCut ? response.destroy() : response.end()))
  }
  const asked = path === '/completions' ? { prompt: 'Hello' } : { messages }
  const response = await gateway.post(path, { model: 'svc/chat-default', stream: true, ...asked })
  const received = (await response.text()).trimEnd().split('\n\n')
  const read = async () =>
    (
      await gateway.resources.postgres.query<Record<string, unknown>>(
        'select status, reason, prompt_tokens from calls where id = $1',
        [response.headers.get('x-request-id')],
      )
    ).rows[0]
  await waitUntil(async () => (await read()) !== undefined, {
    withinMs: 30_000,
    what: 'the call is recorded',
  })
  return { received, call: await read() }
}

const relayed = (sent: string) => sent.trimEnd().replace('"model":"one"', '"model":"svc/chat-default"')

test.each([
  ['first', [text(large('a')), text('b'), finish, usage, done]],
  ['between small ones', [text('a'), text(large('b')), text('c'), text(large('d')), finish, usage, done]],
  ['last', [text('a'), text(large('b')), finish.replace('"1"', `"${large('c')}"`), usage, done]],
])('large frames are relayed in order and charged: %s', async (_, frames) => {
  const { received, call } = await stream(frames)
  expect(received).toEqual(frames.map(relayed))
  expect(call).toMatchObject({ status: 'SUCCEEDED', prompt_tokens: 3 })
})

test('a large frame is translated for a legacy completion', async () => {
  const { received, call } = await stream([text(large('a')), text('b'), finish, usage, done], {
    path: '/completions',
  })
  const texts = received.slice(0, 2).map((line) => {
    const { object, choices } = JSON.parse(line.replace('data: ', '')) as Record<string, [{ text: string }]>
    return [object, choices?.[0].text]
  })
  expect(texts.map(([, one]) => one)).toEqual([large('a'), 'b'])
  expect(call).toMatchObject({ status: 'SUCCEEDED' })
})

test('a stream that breaks after a large frame is not charged', async () => {
  const { received, call } = await stream([text('a'), text(large('b')), text('c')], { isCut: true })
  expect(received.at(-1)).toContain('"error"')
  expect(received).not.toContain('data: [DONE]')
  expect(call).toMatchObject({ status: 'FAILED', reason: 'provider_error' })
})

test.each([
  ['is malformed', text(large('b')).replace('}', ']')],
  ['is an error', frame({ error: { message: large('b') } })],
])('a stream with a large frame that %s is not charged, and the provider is not named', async (_, odd) => {
  const { received, call } = await stream([text('a'), odd, finish, usage, done])
  expect(received[0]).toBe(relayed(text('a')))
  expect(received).toHaveLength(2)
  expect(received[1]).toContain('"error"')
  expect(received[1]?.length).toBeLessThan(1_000)
  expect(call).toMatchObject({ status: 'FAILED', reason: 'provider_error' })
})
