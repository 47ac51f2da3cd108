import { type Route, defineRoute } from '@gatehouse/http/define-route'
import type { Operation } from '../../operations/operation.ts'
import { type ServeDeps, readQuery, serveOperation } from '../../operations/serve-operation.ts'

export function usageRoute(deps: ServeDeps, getUsage: Operation): Route {
  return defineRoute({
    method: 'GET',
    path: '/llm/v1/usage',
    statuses: [200, 400, 401, 403, 429, 503],
    handle: (request, reply) => serveOperation(deps, getUsage, { request, reply, readInput: readQuery }),
  })
}
