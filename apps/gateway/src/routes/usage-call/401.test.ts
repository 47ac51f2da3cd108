import { expect } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

const path = '/usage/calls/01a1e044-f451-7000-8761-ef97bc11a89c'

test('an invalid key is refused', async ({ gateway }) => {
  const error = await readError(await gateway.get(path, { authorization: '' }))
  expect(error).toMatchObject({ status: 401, type: 'authentication_error', code: null })
})
