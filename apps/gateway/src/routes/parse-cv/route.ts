import { type Route, defineRoute } from '@gatehouse/http/define-route'
import type { ParseDeps } from '../../parse/parse-deps.ts'
import { serveParse } from '../../parse/serve-parse.ts'

export function parseCvRoute(deps: ParseDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/llm/v1/parse/cv',
    statuses: [200, 400, 401, 402, 403, 404, 409, 413, 422, 429, 503],
    readsBodyItself: true,
    handle: (request, reply) => serveParse(deps, 'cv', { request, reply }),
  })
}
