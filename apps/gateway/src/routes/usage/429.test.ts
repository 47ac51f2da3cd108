import { expect } from 'vitest'
import { sendUntilLimited } from '../../testing/send-until-limited.ts'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

test('an address over its limit is refused', async ({ gateway }) => {
  const headers = { 'x-forwarded-for': '203.0.113.71' }
  // All routes share the address limit, and /models responds fastest.
  await sendUntilLimited(() => gateway.get('/models', headers))
  const error = await readError(await gateway.get('/usage', headers))
  expect(error).toMatchObject({ status: 429, type: 'rate_limit_error', code: null })
})
