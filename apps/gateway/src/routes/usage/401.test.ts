import { expect } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

test('an invalid key is refused', async ({ gateway }) => {
  const error = await readError(await gateway.get('/usage', { authorization: '' }))
  expect(error).toMatchObject({ status: 401, type: 'authentication_error', code: null })
})
