import { expect } from 'vitest'
import { sendUntilLimited } from '../../testing/send-until-limited.ts'
import { listTools, postMcp } from '../../testing/post-mcp.ts'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

test('an address over its limit is refused', async ({ gateway }) => {
  const headers = { 'x-forwarded-for': '203.0.113.73' }
  await sendUntilLimited(() => gateway.get('/models', headers))
  const error = await readError(await postMcp(gateway, listTools, headers))
  expect(error).toMatchObject({ status: 429, type: 'rate_limit_error', code: null })
})
