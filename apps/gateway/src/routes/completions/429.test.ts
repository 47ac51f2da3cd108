import { expect } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = {
  path: '/completions',
  body: { model: 'svc/chat-default', prompt: 'Once upon a time', max_tokens: 20 },
}

test('requests over the limit of the key are refused', async ({ gateway }) => {
  expect(await refuseCall(429, gateway, route)).toBe('429 rate_limit_error null later')
})
