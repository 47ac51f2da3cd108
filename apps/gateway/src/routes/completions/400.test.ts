import { expect } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = {
  path: '/completions',
  body: { model: 'svc/chat-default', prompt: 'Once upon a time', max_tokens: 20 },
}

test('a body that is not JSON is refused', async ({ gateway }) => {
  expect(await refuseCall(400, gateway, route)).toBe('400 invalid_request_error INVALID_BODY final')
})
