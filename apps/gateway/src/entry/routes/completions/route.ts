import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { completionsFormat } from '../../../model/translated-formats.ts'
import { completionsEndpoint } from '../../../call/endpoint.ts'
import type { CallDeps } from '../../../call/call-deps.ts'
import { serveCall } from '../../../model/run-call.ts'

export function completionsRoute(deps: CallDeps): Route {
  const served = { endpoint: completionsEndpoint, format: completionsFormat }
  return defineRoute({
    method: 'POST',
    path: '/llm/v1/completions',
    statuses: [200, 400, 401, 402, 403, 404, 409, 413, 429, 503],
    readsBodyItself: true,
    isDirect: true,
    handle: (request, reply) => serveCall(deps, served, { request, reply }),
  })
}
