import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { chatEndpoint } from '../../inference/endpoint.ts'
import type { InferenceDeps } from '../../inference/inference-deps.ts'
import { serveCall } from '../../inference/run-call.ts'
import { passThroughFormat } from '../../inference/wire-formats.ts'

export function chatCompletionsRoute(deps: InferenceDeps): Route {
  const served = { endpoint: chatEndpoint, format: passThroughFormat(chatEndpoint.path) }
  return defineRoute({
    method: 'POST',
    path: '/llm/v1/chat/completions',
    statuses: [200, 400, 401, 402, 403, 404, 409, 413, 429, 503],
    readsBodyItself: true,
    handle: (request, reply) => serveCall(deps, served, { request, reply }),
  })
}
