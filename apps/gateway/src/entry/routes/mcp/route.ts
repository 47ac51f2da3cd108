import { type Route, defineRoute } from '@gatehouse/http/define-route'
import type { McpServer } from '../../mcp/mcp-server.ts'

export function mcpRoute(mcp: McpServer): Route {
  return defineRoute({
    method: 'POST',
    path: '/llm/v1/mcp',
    statuses: [200, 202, 400, 401, 403, 404, 406, 413, 415, 429, 503],
    readsBodyItself: true,
    handle: (request, reply) => mcp.serve(request, reply),
  })
}
