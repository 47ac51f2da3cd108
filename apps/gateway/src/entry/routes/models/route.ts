import { type Route, defineRoute } from '@gatehouse/http/define-route'
import type { Operation } from '../../operations/operation.ts'
import { type ServeDeps, readQuery, serveOperation } from '../../operations/serve-operation.ts'

export function modelsRoute(deps: ServeDeps, listModels: Operation): Route {
  return defineRoute({
    method: 'GET',
    path: '/llm/v1/models',
    statuses: [200, 401, 403, 429, 503],
    handle: (request, reply) => serveOperation(deps, listModels, { request, reply, readInput: readQuery }),
  })
}
