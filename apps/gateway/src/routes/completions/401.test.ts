import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const route = {
  path: '/completions',
  body: { model: 'svc/chat-default', prompt: 'Once upon a time', max_tokens: 20 },
}

test('a key that is not live is refused', async () => {
  expect(await refuseCall(401, gateway, route)).toBe('401 authentication_error null final')
})
