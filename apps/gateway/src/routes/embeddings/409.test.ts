import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const route = { path: '/embeddings', body: { model: 'svc/embed-default', input: 'a text' } }

test('another body under the same Idempotency-Key is a conflict', async () => {
  expect(await refuseCall(409, gateway, route)).toBe('409 invalid_request_error IDEMPOTENCY_CONFLICT final')
})
