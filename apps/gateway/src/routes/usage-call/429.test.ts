import { expect } from 'vitest'
import { sendUntilLimited } from '../../testing/send-until-limited.ts'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

const path = '/usage/calls/01a1e044-f451-7000-8761-ef97bc11a89c'

test('an address over its limit is refused', async ({ gateway }) => {
  const send = () => gateway.get(path, { 'x-forwarded-for': '203.0.113.99' })
  expect(new Set(await sendUntilLimited(send))).toEqual(new Set([404, 429]))
  expect(await readError(await send())).toMatchObject({ status: 429, type: 'rate_limit_error', code: null })
})
