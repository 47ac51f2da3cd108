import { expect } from 'vitest'
import { listTools, postMcp } from '../../testing/post-mcp.ts'
import { test } from '../../testing/worker-gateway.ts'

test('a message without a JSON content type is refused', async ({ gateway }) => {
  const answer = await postMcp(gateway, listTools, { 'content-type': 'text/plain' })
  expect(answer.status).toBe(415)
})
