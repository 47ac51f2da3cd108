import { expect } from 'vitest'
import { postMcp } from '../../testing/post-mcp.ts'
import { test } from '../../testing/worker-gateway.ts'

test('in the 2026 revision an unknown method is not found', async ({ gateway }) => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  }
  const message = { jsonrpc: '2.0', id: 1, method: 'resources/list', params: { _meta: meta } }
  const answer = await postMcp(gateway, message, {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'resources/list',
  })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ error: { code: -32_601 } })
})
