import { expect } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

test('a call of another key, an unknown id and an invalid id are all not found', async ({ gateway }) => {
  const { raw } = await gateway.addKey()
  const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }
  const answered = await gateway.post('/chat/completions', body)
  expect(answered.status).toBe(200)
  const id = answered.headers.get('x-request-id')
  const ofMine = await gateway.get(`/usage/calls/${id}`)
  expect(ofMine.status).toBe(200)
  const texts = new Set<string>()
  for (const unknown of [id, '01a1e044-f451-7000-8761-ef97bc11a89c', 'nothing', '%00']) {
    const error = await readError(await gateway.get(`/usage/calls/${unknown}`, gateway.headers(raw)))
    expect(error).toMatchObject({ status: 404, type: 'not_found_error', code: null, shouldRetry: 'false' })
    texts.add(JSON.stringify(error))
  }
  expect(texts.size).toBe(1)
})
