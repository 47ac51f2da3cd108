import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { embeddingsFormat } from '../../../model/translated-formats.ts'
import { embeddingsEndpoint } from '../../../call/endpoint.ts'
import type { CallDeps } from '../../../call/call-deps.ts'
import { serveCall } from '../../../model/run-call.ts'

export function embeddingsRoute(deps: CallDeps): Route {
  const served = { endpoint: embeddingsEndpoint, format: embeddingsFormat }
  return defineRoute({
    method: 'POST',
    path: '/llm/v1/embeddings',
    statuses: [200, 400, 401, 402, 403, 404, 409, 413, 429, 503],
    readsBodyItself: true,
    isDirect: true,
    handle: (request, reply) => serveCall(deps, served, { request, reply }),
  })
}
