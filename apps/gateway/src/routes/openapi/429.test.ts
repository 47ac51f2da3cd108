import { expect } from 'vitest'
import { askUntilLimited } from '../../testing/ask-until-limited.ts'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

test('an address that has sent too many requests is refused here too', async ({ gateway }) => {
  const headers = { 'x-forwarded-for': '203.0.113.74' }
  await askUntilLimited(() => gateway.get('/models', headers))
  const error = await readError(await gateway.get('/openapi.json', headers))
  expect(error).toMatchObject({ status: 429, type: 'rate_limit_error', code: null })
})
