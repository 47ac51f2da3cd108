import { expect } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = {
  path: '/completions',
  body: { model: 'svc/chat-default', prompt: 'Once upon a time', max_tokens: 20 },
}

test('an invalid key is refused', async ({ gateway }) => {
  expect(await refuseCall(401, gateway, route)).toBe('401 authentication_error null final')
})
