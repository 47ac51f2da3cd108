import { expect } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = {
  path: '/completions',
  body: { model: 'svc/chat-default', prompt: 'Once upon a time', max_tokens: 20 },
}

test('an unknown alias is not found', async ({ gateway }) => {
  expect(await refuseCall(404, gateway, route)).toBe('404 not_found_error MODEL_NOT_FOUND final')
})
