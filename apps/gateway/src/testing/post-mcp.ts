import type { TestGateway } from './start-test-gateway.ts'

/** Posts one JSON-RPC message as a client of revision 2025 sends it; `headers` override its own. */
export function postMcp(
  gateway: Pick<TestGateway, 'post'>,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return gateway.post('/mcp', message, {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
    ...headers,
  })
}

export const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
