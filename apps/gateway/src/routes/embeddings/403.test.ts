import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const route = { path: '/embeddings', body: { model: 'svc/embed-default', input: 'a text' } }

test('a model outside the allowlist of the key is refused', async () => {
  expect(await refuseCall(403, gateway, route)).toBe('403 permission_error LLM_MODEL_NOT_ALLOWED final')
})
