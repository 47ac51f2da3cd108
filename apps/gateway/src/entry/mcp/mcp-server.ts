// Serves MCP tools at {base_url}/mcp: Streamable HTTP without sessions, so that any process can serve
// any request. Supports protocol revision 2026-07-28 and those of 2025; the SDK detects which one a request uses.
import {
  type AuthInfo,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  createMcpHandler,
} from '@modelcontextprotocol/server'
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'
import { originDenied } from '../../gateway-faults.ts'
import { identifyCaller, readCallerBody } from '../../call/identify-caller.ts'
import { largeBodyBytes, precheckCall } from '../../call/admission/limit-checks.ts'
import { openAccount } from '../../call/receive-call.ts'
import { Timings } from '../../call/timings.ts'
import { type ServeDeps, watchReply } from '../operations/serve-operation.ts'
import { LargeAnswer } from './large-answer.ts'
import { type McpTool, type ToolCaller, type ToolDeps, callTool, createReportProgress } from './tools.ts'
import { isAllowedOrigin, readMessage, sendWebResponse, toWebRequest } from './mcp-request.ts'

export type McpServer = {
  serve(request: HttpRequest, reply: HttpReply): Promise<unknown>
  close(): Promise<void>
}

export type McpServerDeps = ServeDeps &
  ToolDeps & {
    tools: readonly McpTool[]
    /** Hosts whose pages may call from a browser. */
    allowedOrigins: readonly string[]
  }

type McpCaller = Omit<ToolCaller, 'onProgress'>

// Tools take only text. A larger body would be a file, and files are sent to the REST routes.
const bodyBytesMax = 4 * 1024 * 1024
// How long a client may cache its list of tools. A key's tools change only with a release, but a client may switch to
// another key.
const toolsFreshMs = 60_000

export function createMcpServer(deps: McpServerDeps): McpServer {
  const handler = createMcpHandler((context) => createServer(deps, context), {
    keepAliveMs: 15_000,
  })

  return {
    async serve(request, reply) {
      if (!isAllowedOrigin(request.headers.origin, deps.allowedOrigins)) throw originDenied()
      const timings = new Timings(deps.clock)
      const watched = watchReply(reply)
      const identified = await identifyCaller(deps, request, { timings })
      const bytes = openAccount(deps, identified, reply)
      const toPrecheck = {
        id: request.id,
        key: identified,
        operation: 'chat',
        idempotencyKey: undefined,
      } as const
      const { body, key } = await readCallerBody(deps.keys, request, {
        key: identified,
        timings,
        limits: {
          bytesMax: bodyBytesMax,
          checkLength: bytes.check,
          reserve: bytes.take,
          large: { bytes: largeBodyBytes, permit: () => precheckCall(deps, toPrecheck) },
        },
      })
      const { message: parsedBody, largeInput } = await readMessage(deps.threads, body, key.companyId)
      const { id, context } = request
      const largeAnswer = new LargeAnswer()
      const caller: McpCaller = { id, key, context, timings, bytes, largeInput, largeAnswer, ...watched }
      // Identifies the caller without its secret: the raw key is not passed on.
      const authInfo: AuthInfo = { token: '', clientId: key.id, scopes: [...key.scopes], extra: { caller } }
      const response = await handler.fetch(toWebRequest(request, watched.signal), { authInfo, parsedBody })
      return sendWebResponse(reply, response, largeAnswer)
    },
    close: () => handler.close(),
  }
}

/** Creates a server for each request. A key sees the tools of its scopes. */
function createServer(
  { tools, ...deps }: Pick<McpServerDeps, 'tools'> & ToolDeps,
  { era, authInfo }: McpRequestContext,
): Server {
  const caller = authInfo?.extra?.['caller'] as McpCaller
  const server = new Server(
    { name: 'gatehouse', title: 'Gatehouse', version: '1.0.0' },
    {
      capabilities: { tools: {} },
      instructions: 'Models are named by alias; list_models lists those that your key may call.',
      cacheHints: { 'tools/list': { ttlMs: toolsFreshMs, cacheScope: 'private' } },
    },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: tools
      .filter(({ scope }) => caller.key.scopes.includes(scope))
      .map(({ description }) => description),
  }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const called = tools.find(({ description }) => description.name === params.name)
    if (!called)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool ${JSON.stringify(params.name)}.`,
      )
    const { notify, _meta } = mcpReq
    const onProgress = createReportProgress({ progressToken: _meta?.progressToken, notify })
    // The first progress report opens the event stream immediately, so that keep-alives can be sent during a long call.
    if (called.isBillable) onProgress({ done: 0, total: 1, message: 'The call has started.' })
    // In protocol revisions before 2026, disconnecting does not cancel a call: the call runs to its end and is charged.
    const signal = era === 'legacy' ? neverAborted() : mcpReq.signal
    const result = await callTool(deps, {
      tool: called,
      input: caller.largeInput ?? params.arguments ?? {},
      caller: { ...caller, signal, onProgress },
    })
    return server.projectCallToolResult(result, called.description.outputSchema)
  })
  return server
}

/** Creates a new signal for each call: listeners on a shared one would accumulate. */
function neverAborted(): AbortSignal {
  return new AbortController().signal
}
