import { afterEach, expect, test, vi } from 'vitest'
import { type TestGatewayOptions, startTestGateway } from '../../testing/start-test-gateway.ts'

afterEach(() => void vi.useRealTimers())

const chat = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }
const noSync = { synchronous_commit: 'off' }

/** Returns the answer of a gateway whose database has these settings. */
async function callWith(options: TestGatewayOptions & { settings?: Record<string, string> }) {
  await using gateway = await startTestGateway(options)
  const response = await gateway.post('/chat/completions', chat)
  const { rows } = await gateway.resources.postgres.query('select from calls')
  const body = (await response.json()) as { error?: { code: string; message: string } }
  return {
    status: response.status,
    code: body.error?.code,
    message: body.error?.message,
    recorded: rows.length,
  }
}

test('calls are refused if Postgres may lose charges', async () => {
  const answer = await callWith({ settings: noSync })
  expect(answer).toMatchObject({ status: 503, code: 'LLM_GATEWAY_UNAVAILABLE', recorded: 0 })
  expect(answer.message).toContain('safely')
})

test('a development setting allows calls although Postgres may lose charges', async () => {
  const environment = { ALLOW_LOSS_OF_CHARGES: 'true' }
  expect(await callWith({ settings: noSync, environment })).toMatchObject({ status: 200, recorded: 1 })
})

test('a gateway whose clock is two days ahead of Postgres refuses calls, and their ids are not recorded', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 })
  const answer = await callWith({})
  expect(answer).toMatchObject({ status: 503, code: 'LLM_GATEWAY_UNAVAILABLE', recorded: 0 })
  expect(answer.message).toContain('clock')
})
