// MCP clients for tests: the official one, and a plain POST with which a test can send invalid messages.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestGateway } from './start-test-gateway.ts'

/** Clients negotiate `2025` by default; `2026-07-28` must be pinned. */
export const eras = ['2026-07-28', '2025'] as const
export type Era = (typeof eras)[number]

/** Connects the official MCP client. */
export async function openMcpClient(
  { baseUrl, headers }: Pick<TestGateway, 'baseUrl' | 'headers'>,
  era: Era,
  key?: string,
): Promise<Client & AsyncDisposable> {
  const versionNegotiation = { mode: era === '2025' ? ('legacy' as const) : { pin: era } }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation })
  const url = new URL(`${baseUrl}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: headers(key) } }))
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

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
