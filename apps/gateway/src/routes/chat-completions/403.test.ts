import { expect } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

test('a key without the scope is refused before its body is read', async ({ gateway }) => {
  const { raw } = await gateway.addKey({ scopes: ['usage:read'] })
  const response = await gateway.post('/chat/completions', 'no JSON', gateway.headers(raw))
  expect(await readError(response)).toMatchObject({
    status: 403,
    type: 'permission_error',
    code: 'LLM_SCOPE_DENIED',
    shouldRetry: 'false',
  })
})

test('a model outside the allowlist of the key is refused', async ({ gateway }) => {
  const { raw } = await gateway.addKey({ modelAllowlist: ['svc/chat-cheap'] })
  const error = await readError(await gateway.post('/chat/completions', body, gateway.headers(raw)))
  expect(error).toMatchObject({ status: 403, code: 'LLM_MODEL_NOT_ALLOWED', param: 'model' })
  const allowed = await gateway.post(
    '/chat/completions',
    { ...body, model: 'svc/chat-cheap' },
    gateway.headers(raw),
  )
  expect(allowed.status).toBe(200)
})
