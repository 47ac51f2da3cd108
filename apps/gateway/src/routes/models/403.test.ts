import { expect } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

test('a key without the scope is refused', async ({ gateway }) => {
  const { raw } = await gateway.addKey({ scopes: ['usage:read'] })
  const error = await readError(await gateway.get('/models', gateway.headers(raw)))
  expect(error).toMatchObject({ status: 403, type: 'permission_error', code: 'LLM_SCOPE_DENIED' })
})
