import { type Route, defineRoute } from '@gatehouse/http/define-route'
import type { Operation } from '../../operations/operation.ts'
import { type ServeDeps, readQuery, serveOperation } from '../../operations/serve-operation.ts'

export function jobsRoute(deps: ServeDeps, listJobs: Operation): Route {
  return defineRoute({
    method: 'GET',
    path: '/llm/v1/jobs',
    statuses: [200, 304, 400, 401, 403, 429, 503],
    handle: (request, reply) =>
      serveOperation(deps, listJobs, { request, reply, readInput: readQuery, isTagged: true }),
  })
}
