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

const asked = { model: 'svc/embed-default', input: ['a text', 'another'] }

test.each([undefined, 'float', 'base64'] as const)('vectors come as asked for: %s', async (encoding) => {
  for (const ignoreEncodingFormat of [false, true]) {
    gateway.sim.planNext({ shape: { ignoreEncodingFormat } })
    const wanted = encoding ? { encoding_format: encoding } : {}
    const { data, response } = await client.embeddings.create({ ...asked, ...wanted }).withResponse()
    expect(data.model).toBe('svc/embed-default')
    expect(data.data).toHaveLength(2)
    const [first] = data.data
    if (encoding === 'base64') expect(first?.embedding).toBeTypeOf('string')
    else expect(first?.embedding[0]).toBeTypeOf('number')
    expect(response.headers.get('x-svc-credits-charged')).not.toBe('0.000000')
  }
})
