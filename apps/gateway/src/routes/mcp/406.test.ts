import { expect } from 'vitest'
import { listTools, postMcp } from '../../testing/post-mcp.ts'
import { test } from '../../testing/worker-gateway.ts'

test('a client of 2025 that does not accept a stream is refused', async ({ gateway }) => {
  const answer = await postMcp(gateway, listTools, { accept: 'application/json' })
  expect(answer.status).toBe(406)
})
