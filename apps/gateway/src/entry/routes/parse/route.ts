import { type Route, defineRoute } from '@gatehouse/http/define-route'
import type { ParseKind } from '@gatehouse/parsing/subject'
import type { ParseDeps } from '../../../parse/open-parsing.ts'
import { serveParse } from '../../../parse/run-parse.ts'

/** /parse/cv or /parse/jd. */
export function parseRoute(deps: ParseDeps, parseKind: ParseKind): Route {
  return defineRoute({
    method: 'POST',
    path: `/llm/v1/parse/${parseKind}`,
    statuses: [200, 400, 401, 402, 403, 404, 409, 413, 422, 429, 503],
    readsBodyItself: true,
    handle: (request, reply) => serveParse(deps, parseKind, { request, reply }),
  })
}
