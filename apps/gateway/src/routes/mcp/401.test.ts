import { expect } from 'vitest'
import { listTools, postMcp } from '../../testing/post-mcp.ts'
import { test } from '../../testing/worker-gateway.ts'

test('an invalid key is refused before the body is read', async ({ gateway }) => {
  const wrong = { authorization: 'Bearer svc_live_nobody' }
  const [tool, rest] = await Promise.all([postMcp(gateway, '{', wrong), gateway.get('/models', wrong)])
  expect([tool.status, rest.status]).toEqual([401, 401])
  expect(await tool.text()).toBe(await rest.text())
  expect((await postMcp(gateway, listTools, { authorization: '' })).status).toBe(401)
})
