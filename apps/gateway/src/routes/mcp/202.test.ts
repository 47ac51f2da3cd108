import { expect } from 'vitest'
import { postMcp } from '../../testing/post-mcp.ts'
import { test } from '../../testing/worker-gateway.ts'

test('a notification is accepted without an answer', async ({ gateway }) => {
  const answer = await postMcp(gateway, { jsonrpc: '2.0', method: 'notifications/initialized' })
  expect([answer.status, await answer.text()]).toEqual([202, ''])
})
