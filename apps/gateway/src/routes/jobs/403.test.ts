import { expect } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

test('a key with the default scopes is refused: reading jobs is opt-in', async ({ gateway }) => {
  const error = await readError(await gateway.get('/jobs'))
  expect(error).toMatchObject({ status: 403, type: 'permission_error', code: 'LLM_SCOPE_DENIED' })
})
