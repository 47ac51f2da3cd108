import { expect } from 'vitest'
import { refuseCall } from '../../testing/refuse-call.ts'
import { test } from '../../testing/worker-gateway.ts'

const route = {
  path: '/completions',
  body: { model: 'svc/chat-default', prompt: 'Once upon a time', max_tokens: 20 },
}

test('a company without credits is refused', async ({ gateway }) => {
  expect(await refuseCall(402, gateway, route)).toBe('402 insufficient_quota INSUFFICIENT_CREDITS final')
})
