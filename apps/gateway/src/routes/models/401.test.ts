import { afterAll, beforeAll, expect, test } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('a key that is not live is refused', async () => {
  const error = await readError(await gateway.get('/models', { authorization: '' }))
  expect(error).toMatchObject({ status: 401, type: 'authentication_error', code: null })
})
