import { defaultRpmLimit, defaultTpmLimit } from '@gatehouse/keys/api-key'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

async function send(raw: string, count: number): Promise<number[]> {
  const posted = Array.from({ length: count }, async () => {
    const response = await gateway.post('/chat/completions', body, gateway.headers(raw))
    await response.arrayBuffer()
    return response.status
  })
  return Promise.all(posted)
}

test('a default key admits 60 concurrent calls without an output limit', async () => {
  const { raw } = await gateway.addKey({ rpmLimit: defaultRpmLimit, tpmLimit: defaultTpmLimit })
  // A busy machine may return some 503s, which are not a limit of the key.
  expect(await send(raw, 60)).not.toContain(429)
})

test('calls that failed before the provider answered do not count against the token limit', async () => {
  const { raw } = await gateway.addKey({ tpmLimit: 3_500 })
  gateway.sim.planNext({ fault: { kind: 'status', status: 500 } }, 3)
  expect(await send(raw, 3)).toEqual([503, 503, 503])
  // Reservations are released when the calls' records are durable, long before the minute is over.
  const isAdmitted = async () => (await send(raw, 3)).every((status) => status === 200)
  await waitUntil(isAdmitted, { withinMs: 30_000, what: 'three calls are admitted again' })
})
