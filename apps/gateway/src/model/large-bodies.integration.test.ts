// Large bodies are read in a worker thread; to the caller and the provider nothing may differ from small ones.
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readError } from '../testing/read-error.ts'
import { type TestGateway, startTestGateway } from '../testing/start-test-gateway.ts'
import { largeBytes } from '@gatehouse/bytes/large-bytes'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const padding = (bytes: number) => ' '.repeat(bytes)
const sizes = [0, largeBytes]

function send(path: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${gateway.baseUrl}${path}`, {
    method: 'POST',
    headers: { ...gateway.headers(), 'content-type': 'application/json', ...headers },
    body,
  })
}

const chat = (bytes: number, more = '') =>
  `{"model":"svc/chat-default",${padding(bytes)}"messages":[{"role":"user","content":"Hi é"}],"max_tokens": 10${more}}`

test.each(sizes)('the provider gets the bytes of the caller (%s blanks)', async (bytes) => {
  const body = chat(bytes)
  const answer = await send('/chat/completions', body)
  expect(answer.status).toBe(200)
  expect(Number(answer.headers.get('x-svc-credits-charged'))).toBeGreaterThan(0)
  const received = gateway.sim.requests.at(-1)
  expect(received?.body.toString()).toBe(body.replace('svc/chat-default', 'sim-chat'))
})

/** Without the offset at which a body is malformed. */
async function readRefusal(body: string): Promise<string> {
  return JSON.stringify(await readError(await send('/chat/completions', body))).replace(/byte \d+/, 'byte')
}

test('errors are those of a small body', async () => {
  const bodies = (bytes: number) => [
    padding(bytes + 1),
    `{"model":"svc/chat-default"${padding(bytes)},}`,
    `{${padding(bytes)}"messages":[]}`,
    chat(bytes, ',"Stream":true'),
    chat(bytes, ',"n":500'),
    chat(bytes).replace('chat-default', 'unknown'),
    chat(bytes).replace('chat-default', 'embed-default'),
  ]
  for (const [index, body] of bodies(0).entries()) {
    const small = await readRefusal(body)
    expect(await readRefusal(bodies(largeBytes)[index] ?? '')).toBe(small)
    expect(small).toContain('"status":4')
  }
})

test('a retry of a large body gets the stored answer, and another body is a conflict', async () => {
  const headers = { 'idempotency-key': 'large' }
  const first = await (await send('/chat/completions', chat(largeBytes), headers)).text()
  const retry = await send('/chat/completions', chat(largeBytes), headers)
  expect(await retry.text()).toBe(first)
  expect(retry.headers.get('x-svc-idempotent-replay')).toBe('true')
  const other = await send('/chat/completions', chat(largeBytes + 1), headers)
  expect(await readError(other)).toMatchObject({ status: 409, code: 'IDEMPOTENCY_CONFLICT' })
})

test('a field that an alias rejects is refused, and others are accepted', async () => {
  const set = (fields: string[]) =>
    gateway.resources.postgres.query('update model_routes set rejected_fields = $1', [fields])
  await set(['service_tier'])
  const isInForce = async () => (await send('/chat/completions', chat(0, ',"service_tier":1'))).status === 400
  await waitUntil(isInForce, { withinMs: 30_000, what: 'the catalog has been reloaded' })
  expect(await readRefusal(chat(largeBytes, ',"Service_Tier":"flex"'))).toContain('"param":"service_tier"')
  expect((await send('/chat/completions', chat(largeBytes, ',"seed":1'))).status).toBe(200)
  await set([])
})

test.each(sizes)('a legacy completion is translated for a chat model (%s blanks)', async (bytes) => {
  const body = `{"model":"svc/chat-default",${padding(bytes)}"prompt":"Once","max_tokens":20}`
  const answer = await send('/completions', body)
  expect(await answer.json()).toMatchObject({ object: 'text_completion', model: 'svc/chat-default' })
  expect(JSON.parse(gateway.sim.requests.at(-1)?.body.toString() ?? '')).toEqual({
    model: 'sim-chat',
    max_tokens: 20,
    messages: [{ role: 'user', content: 'Once' }],
  })
  const echo = await send('/completions', body.replace('"prompt"', '"echo":true,"prompt"'))
  expect(await readError(echo)).toMatchObject({ status: 400 })
})
