import OpenAI from 'openai'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
let client: OpenAI
beforeAll(async () => {
  gateway = await startTestGateway()
  client = new OpenAI({ apiKey: gateway.key.raw, baseURL: gateway.baseUrl, maxRetries: 0 })
})
afterAll(() => gateway[Symbol.asyncDispose]())

const asked = { model: 'svc/chat-default', prompt: 'Once upon a time', max_tokens: 20 }

async function setLegacySupport(isSupported: boolean) {
  await gateway.resources.postgres.query('update model_routes set supports_legacy_completions = $1', [
    isSupported,
  ])
  const path = isSupported ? '/v1/completions' : '/v1/chat/completions'
  const isInForce = async () => {
    await client.completions.create(asked)
    return gateway.sim.requests.at(-1)?.path === path
  }
  await waitUntil(isInForce, { withinMs: 30_000, what: 'the catalog has been reloaded' })
}

test.each([false, true])('a completion is answered and charged (legacy route: %s)', async (isLegacy) => {
  await setLegacySupport(isLegacy)
  const { data, response } = await client.completions.create(asked).withResponse()
  expect(data).toMatchObject({ object: 'text_completion', model: 'svc/chat-default' })
  expect(data.choices[0]?.text).not.toBe('')
  expect(data.choices[0]?.finish_reason).toBeTypeOf('string')
  expect(Number(response.headers.get('x-svc-credits-charged'))).toBeGreaterThan(0)
  expect(gateway.sim.requests.at(-1)?.path).toBe(isLegacy ? '/v1/completions' : '/v1/chat/completions')
})

test.each([false, true])(
  'a streamed completion has the completions format (legacy route: %s)',
  async (isLegacy) => {
    await setLegacySupport(isLegacy)
    let text = ''
    for await (const chunk of await client.completions.create({ ...asked, stream: true })) {
      expect(chunk).toMatchObject({ object: 'text_completion', model: 'svc/chat-default' })
      text += chunk.choices[0]?.text ?? ''
    }
    expect(text).not.toBe('')
  },
)

test('a request that chat cannot express is refused, and costs nothing', async () => {
  await setLegacySupport(false)
  const requests = gateway.sim.requests.length
  await expect(client.completions.create({ ...asked, logprobs: 3 })).rejects.toMatchObject({ status: 400 })
  expect(gateway.sim.requests).toHaveLength(requests)
})
