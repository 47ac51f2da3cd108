import { expect } from 'vitest'
import { listTools, postMcp } from '../../testing/post-mcp.ts'
import { test } from '../../testing/worker-gateway.ts'

test('a message that is not said to be JSON is refused', async ({ gateway }) => {
  const answer = await postMcp(gateway, listTools, { 'content-type': 'text/plain' })
  expect(answer.status).toBe(415)
})
