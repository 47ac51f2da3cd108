import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const route = { path: '/embeddings', body: { model: 'svc/embed-default', input: 'a text' } }

test('a body that is no JSON is refused', async () => {
  expect(await refuseCall(400, gateway, route)).toBe('400 invalid_request_error INVALID_BODY final')
})
