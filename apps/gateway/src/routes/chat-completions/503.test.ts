import { findFreePort } from '@gatehouse/testkit/free-port'
import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { Agent } from 'undici'
import { expect, test } from 'vitest'
import { toErrorEnvelope } from '../../error-envelope.ts'
import { chatCompletionsRoute } from './route.ts'

test('a provider that does not answer is our fault, in the error shape of the wire format', async () => {
  const agent = new Agent()
  const providerUrl = `http://127.0.0.1:${await findFreePort()}/v1`
  await using http = await startTestHttp([chatCompletionsRoute({ agent, providerUrl })], {
    translateFault: toErrorEnvelope,
  })
  const response = await fetch(`${http.url}/llm/v1/chat/completions`, { method: 'POST', body: '{}' })
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after-ms')).toBe('1000')
  expect(await response.json()).toEqual({
    error: {
      message: 'The model did not answer. Try again shortly.',
      type: 'api_error',
      param: null,
      code: 'LLM_GATEWAY_UNAVAILABLE',
    },
  })
  await agent.destroy()
})
