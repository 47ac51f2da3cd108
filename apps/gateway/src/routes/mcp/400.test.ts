import { expect } from 'vitest'
import { listTools, postMcp } from '../../testing/post-mcp.ts'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

test('invalid JSON and batches are refused', async ({ gateway }) => {
  for (const body of ['{', '7', JSON.stringify([listTools, listTools])]) {
    expect(await readError(await postMcp(gateway, body))).toMatchObject({ status: 400, code: 'INVALID_BODY' })
  }
})

test('an unknown revision is refused with a list of the supported ones', async ({ gateway }) => {
  const answer = await postMcp(gateway, listTools, { 'mcp-protocol-version': '1999-01-01' })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('2025-11-25')
})

test('headers that contradict the body are refused', async ({ gateway }) => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' }
  const answer = await postMcp(gateway, message, headers)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { code: -32_020 } })
})
