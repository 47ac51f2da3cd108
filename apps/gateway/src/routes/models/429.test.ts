import { expect } from 'vitest'
import { sendUntilLimited } from '../../testing/send-until-limited.ts'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

test('an address over its limit is refused', async ({ gateway }) => {
  const headers = { 'x-forwarded-for': '203.0.113.88' }
  const send = () => gateway.get('/models', headers)
  const statuses = await sendUntilLimited(send)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  // 600, unless Redis was briefly too slow and the process counted locally (`pnpm prove limits-exact` counts exactly).
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(300)
  expect(await readError(await send())).toMatchObject({ status: 429, type: 'rate_limit_error', code: null })
})
