import { afterAll, beforeAll, expect, test } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('more requests than an address may send are refused', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.88' }
  const send = () => gateway.get('/models', headers)
  const statuses = (await Promise.all(Array.from({ length: 605 }, send))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(600)
  expect(await readError(await send())).toMatchObject({ status: 429, type: 'rate_limit_error', code: null })
})
