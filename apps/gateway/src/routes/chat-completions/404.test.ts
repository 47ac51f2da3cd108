import { expect } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

test('an unknown alias is not found', async ({ gateway }) => {
  const error = await readError(await gateway.post('/chat/completions', { ...body, model: 'gpt-9' }))
  expect(error).toMatchObject({
    status: 404,
    type: 'not_found_error',
    code: 'MODEL_NOT_FOUND',
    param: 'model',
  })
})

test('a route that does not exist is not found, with and without a key', async ({ gateway }) => {
  for (const headers of [gateway.headers(), {}]) {
    const response = await fetch(`${gateway.baseUrl}/chat`, { method: 'POST', headers })
    expect(await readError(response)).toMatchObject({ status: 404, type: 'not_found_error', code: null })
  }
})
