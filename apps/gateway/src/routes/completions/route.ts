import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { completionsFormat } from '../../inference/wire-formats.ts'
import { completionsEndpoint } from '../../inference/endpoint.ts'
import type { InferenceDeps } from '../../inference/inference-deps.ts'
import { serveCall } from '../../inference/run-call.ts'

export function completionsRoute(deps: InferenceDeps): Route {
  const served = { endpoint: completionsEndpoint, format: completionsFormat }
  return defineRoute({
    method: 'POST',
    path: '/llm/v1/completions',
    statuses: [200, 400, 401, 402, 403, 404, 409, 413, 429, 503],
    readsBodyItself: true,
    handle: (request, reply) => serveCall(deps, served, { request, reply }),
  })
}
