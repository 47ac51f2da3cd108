import { createSystemClock } from '@gatehouse/runtime/clock'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { startProviderSim } from '@gatehouse/testkit/provider-sim'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { Agent } from 'undici'
import { expect, test } from 'vitest'
import { toErrorEnvelope } from '../../error-envelope.ts'
import { chatCompletionsRoute } from './route.ts'

async function ask(providerUrl: string) {
  const agent = new Agent()
  const route = chatCompletionsRoute({ agent, providerUrl, clock: createSystemClock() })
  await using http = await startTestHttp([route], { translateFault: toErrorEnvelope })
  const body = '{"model":"m","messages":[{"role":"user","content":"Hi"}]}'
  const response = await fetch(`${http.url}/llm/v1/chat/completions`, { method: 'POST', body })
  const answer = { status: response.status, headers: response.headers, body: await response.text() }
  await agent.destroy()
  return { ...answer, logs: http.logs }
}

const envelope = {
  error: {
    message: 'The model did not answer. Try again shortly.',
    type: 'api_error',
    param: null,
    code: 'LLM_GATEWAY_UNAVAILABLE',
  },
}

test('a provider that does not answer is our fault, in the error shape of the wire format', async () => {
  const { status, headers, body } = await ask(`http://127.0.0.1:${await findFreePort()}/v1`)
  expect(status).toBe(503)
  expect(headers.get('retry-after-ms')).toBe('1000')
  expect(JSON.parse(body)).toEqual(envelope)
})

test.each([400, 401, 404, 429, 500, 529])(
  'neither the status %d of a provider nor its text reaches the client',
  async (refusal) => {
    await using sim = await startProviderSim()
    sim.planNext({ fault: { kind: 'status', status: refusal, message: 'org-hunter2 has no quota' } })
    const { status, body, logs } = await ask(sim.baseUrl)
    expect(status).toBe(503)
    expect(JSON.parse(body)).toEqual(envelope)
    expect(JSON.stringify(logs)).toContain(`the provider answered ${refusal}`)
  },
)
