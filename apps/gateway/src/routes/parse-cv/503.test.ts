import { afterAll, beforeAll, expect, test } from 'vitest'
import { cvText } from '../../testing/parse-documents.ts'
import { refuseCall } from '../../testing/refuse-call.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const route = { path: '/parse/cv', body: { text: cvText } }

test('a failing provider is reported as unavailable', async () => {
  expect(await refuseCall(503, gateway, route)).toBe('503 api_error LLM_GATEWAY_UNAVAILABLE later')
})
