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

const unavailable = { status: 503, type: 'api_error', code: 'LLM_GATEWAY_UNAVAILABLE', shouldRetry: null }

async function recorded(response: Response) {
  const text = 'select status, reason, charged_micros from calls where id = $1'
  const values = [response.headers.get('x-request-id')]
  const read = async () =>
    (await gateway.resources.postgres.query<Record<string, unknown>>(text, values)).rows[0]
  // A failed call is recorded in the background.
  await waitUntil(async () => (await read()) !== undefined, {
    withinMs: 30_000,
    what: 'the call is recorded',
  })
  return read()
}

test.each([500, 401, 402, 403, 429])(
  'a provider that returns %d is reported as unavailable, not as an error of the caller',
  async (status) => {
    gateway.sim.planNext({ fault: { kind: 'status', status, message: 'invalid key sk-abc of sim-chat' } })
    const response = await gateway.post('/chat/completions', body)
    const error = await readError(response.clone())
    expect(error).toMatchObject(unavailable)
    expect(Number(error.retryAfterMs)).toBeGreaterThanOrEqual(1_000)
    expect(JSON.stringify(error)).not.toMatch(/sk-abc|sim-chat/)
    expect(await recorded(response)).toEqual({
      status: 'FAILED',
      reason: 'provider_error',
      charged_micros: 0n,
    })
  },
)

test.each(['garbage_body'] as const)('an answer that is none is not delivered: %s', async (kind) => {
  gateway.sim.planNext({ fault: { kind, body: 'html' } })
  expect(await readError(await gateway.post('/chat/completions', body))).toMatchObject(unavailable)
})

test('a provider that cannot be reached once is retried', async () => {
  gateway.sim.planNext({ fault: { kind: 'reset_before_headers' } })
  expect((await gateway.post('/chat/completions', body)).status).toBe(200)
})
