import { expect } from 'vitest'
import { askUntilLimited } from '../../testing/ask-until-limited.ts'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

test('more requests than an address may send are refused', async ({ gateway }) => {
  const headers = { 'x-forwarded-for': '203.0.113.88' }
  const send = () => gateway.get('/models', headers)
  const statuses = await askUntilLimited(send)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  // 600, unless Redis was too slow once: then the process counts by itself (`pnpm prove limits-exact` counts exactly).
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(300)
  expect(await readError(await send())).toMatchObject({ status: 429, type: 'rate_limit_error', code: null })
})
