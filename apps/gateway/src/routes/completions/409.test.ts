import { expect } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = {
  path: '/completions',
  body: { model: 'svc/chat-default', prompt: 'Once upon a time', max_tokens: 20 },
}

test('a different body with the same Idempotency-Key is a conflict', async ({ gateway }) => {
  expect(await refuseCall(409, gateway, route)).toBe('409 invalid_request_error IDEMPOTENCY_CONFLICT final')
})
