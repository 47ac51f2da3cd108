import { expect } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

const path = '/usage/calls/01a1e044-f451-7000-8761-ef97bc11a89c'

test('a key without the scope is refused', async ({ gateway }) => {
  const { raw } = await gateway.addKey({ scopes: ['inference:chat'] })
  const error = await readError(await gateway.get(path, gateway.headers(raw)))
  expect(error).toMatchObject({ status: 403, type: 'permission_error', code: 'LLM_SCOPE_DENIED' })
})
