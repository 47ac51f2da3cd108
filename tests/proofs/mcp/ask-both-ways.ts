// Sends the same question by REST and by MCP and reads both decisions.
export type Question = {
  tool: string
  rest: { method: 'GET' | 'POST'; path: string }
  input: Readonly<Record<string, unknown>>
}

/** The fields a caller acts on. Message texts and retry delays are left out, because they vary over time. */
export type Decision = {
  status: number
  type: string | null
  code: string | null
  param: string | null
  shouldRetry: string | null
}

export type Headers = Readonly<Record<string, string>>

export async function askByRest(
  baseUrl: string,
  { rest, input }: Question,
  headers: Headers,
): Promise<Decision> {
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]) => [name, String(value)] satisfies [string, string]),
  )
  const isGet = rest.method === 'GET'
  const answer = await fetch(
    `${baseUrl}${rest.path}${isGet && query.size > 0 ? `?${query.toString()}` : ''}`,
    {
      method: rest.method,
      headers,
      ...(isGet ? {} : { body: JSON.stringify(input) }),
    },
  )
  return decisionOf(answer.status, await answer.text(), answer.headers.get('x-should-retry'))
}

export type McpEra = 'modern' | 'legacy'

export async function askByMcp(
  baseUrl: string,
  { tool, input }: Question,
  { headers, era }: { headers: Headers; era: McpEra },
): Promise<Decision> {
  const params = { name: tool, arguments: input, ...(era === 'modern' && { _meta: envelope }) }
  const answer = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: { ...headers, accept: 'application/json, text/event-stream', ...eraHeaders[era](tool) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  const text = await answer.text()
  if (answer.status !== 200) return decisionOf(answer.status, text, answer.headers.get('x-should-retry'))
  const { result } = readMessage(text)
  if (!result) return { status: -1, type: text, code: null, param: null, shouldRetry: null }
  const status = result.isError === true ? Number(result._meta['svc/status']) : 200
  return decisionOf(status, result.content[0].text, result._meta['svc/should-retry'] ?? null)
}

const revision = '2026-07-28'
const envelope = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'proof', version: '1' },
}
const eraHeaders: Readonly<Record<McpEra, (tool: string) => Headers>> = {
  modern: (tool) => ({ 'mcp-protocol-version': revision, 'mcp-method': 'tools/call', 'mcp-name': tool }),
  legacy: () => ({ 'mcp-protocol-version': '2025-11-25' }),
}

type ToolMessage = {
  result?: { isError?: boolean; content: [{ text: string }]; _meta: Record<string, string | undefined> }
}

/** Reads a plain answer or the single frame of a stream. */
function readMessage(text: string): ToolMessage {
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text
  return JSON.parse(data) as ToolMessage
}

function decisionOf(status: number, body: string, shouldRetry: string | null): Decision {
  const { error } = JSON.parse(body) as { error?: Record<'type' | 'code' | 'param', string | null> }
  return { status, type: null, code: null, param: null, ...pick(error), shouldRetry }
}

function pick(error: Record<'type' | 'code' | 'param', string | null> | undefined) {
  return error && { type: error.type, code: error.code, param: error.param }
}
