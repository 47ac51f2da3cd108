import { expect } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

test('a body over 32 MiB is refused, with or without a content-length', async ({ gateway }) => {
  const content = 'x'.repeat(33 * 1024 * 1024)
  const error = await readError(await gateway.post('/chat/completions', { ...body, content }))
  expect(error).toMatchObject({ status: 413, type: 'invalid_request_error', code: 'REQUEST_TOO_LARGE' })
  expect(JSON.stringify(error)).toContain('32 MiB')
})

test('a body of 20 MiB is accepted', async ({ gateway }) => {
  const content = 'x'.repeat(20 * 1024 * 1024)
  const messages = [{ role: 'user', content }]
  expect((await gateway.post('/chat/completions', { ...body, messages })).status).toBe(200)
})
