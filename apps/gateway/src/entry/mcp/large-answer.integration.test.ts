import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eras, openMcpClient } from '../../testing/mcp-client.ts'
import { type ScriptedProvider, startScriptedProvider } from '../../testing/start-scripted-provider.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'
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

const content = 'A "long" answer,\n\tin several lines: é 漢 \\ '.repeat(Math.ceil(largeBytes / 20))
const answer = {
  object: 'chat.completion',
  model: 'sim-chat',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
}
const hello = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

describe.each(eras)('in revision %s', (era) => {
  test.each([{}, { onprogress: () => undefined }])(
    'a large answer is returned whole, as text and as structured content, and charged once',
    async (options) => {
      provider.answer = (response) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(answer, null, 2))
      }
      await using client = await openMcpClient(gateway, era)
      const result = await client.callTool({ name: 'chat', arguments: hello }, options)
      const expected = { ...answer, model: 'svc/chat-default' }
      expect(result.structuredContent).toEqual(expected)
      const [{ text }] = result.content as unknown as [{ text: string }]
      expect(JSON.parse(text)).toEqual(expected)
      const id = String(result._meta?.['svc/request-id'])
      const receipt = (await (await gateway.get(`/usage/calls/${id}`)).json()) as Record<string, unknown>
      expect(receipt).toMatchObject({
        status: 'succeeded',
        credits: { charged: result._meta?.['svc/credits-charged'] },
      })
    },
  )
})
