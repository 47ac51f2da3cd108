import { expect } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = {
  path: '/completions',
  body: { model: 'svc/chat-default', prompt: 'Once upon a time', max_tokens: 20 },
}

test('a body over 32 MiB is refused', async ({ gateway }) => {
  expect(await refuseCall(413, gateway, route)).toBe('413 invalid_request_error REQUEST_TOO_LARGE final')
})
