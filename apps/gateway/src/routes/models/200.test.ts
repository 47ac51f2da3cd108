import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
let client: OpenAI
beforeAll(async () => {
  gateway = await startTestGateway()
  client = new OpenAI({ apiKey: gateway.key.raw, baseURL: gateway.baseUrl, maxRetries: 0 })
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('the official client lists only the aliases the key may call, and their owner is this service', async () => {
  const { raw } = await gateway.addKey({ modelAllowlist: ['svc/chat-cheap', 'svc/embed-default'] })
  const all = await client.models.list()
  expect(all.data.map(({ id }) => id)).toEqual([
    'svc/chat-cheap',
    'svc/chat-default',
    'svc/chat-premium',
    'svc/embed-default',
    'svc/extract-default',
    'svc/extract-fast',
  ])
  const some = await gateway.get('/models', gateway.headers(raw))
  expect(await some.json()).toEqual({
    object: 'list',
    data: ['svc/chat-cheap', 'svc/embed-default'].map((id) => ({
      id,
      object: 'model',
      created: 0,
      owned_by: 'svc',
    })),
  })
})
