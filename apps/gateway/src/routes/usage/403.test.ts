import { expect } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

test('a key without the scope is refused', async ({ gateway }) => {
  const { raw } = await gateway.addKey({ scopes: ['inference:chat'] })
  const error = await readError(await gateway.get('/usage', gateway.headers(raw)))
  expect(error).toMatchObject({ status: 403, type: 'permission_error', code: 'LLM_SCOPE_DENIED' })
})

test('a key limited to its own usage may not read that of its company', async ({ gateway }) => {
  const error = await readError(await gateway.get('/usage?scope=company'))
  expect(error).toMatchObject({ status: 403, type: 'permission_error', code: 'LLM_SCOPE_DENIED' })
})
