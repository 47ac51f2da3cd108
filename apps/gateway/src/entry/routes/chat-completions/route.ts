import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { chatEndpoint } from '../../../call/endpoint.ts'
import type { CallDeps } from '../../../call/call-deps.ts'
import { serveCall } from '../../../model/run-call.ts'
import { passThroughFormat } from '../../../model/wire-formats.ts'

export function chatCompletionsRoute(deps: CallDeps): Route {
  const served = { endpoint: chatEndpoint, format: passThroughFormat(chatEndpoint.path) }
  return defineRoute({
    method: 'POST',
    path: '/llm/v1/chat/completions',
    statuses: [200, 400, 401, 402, 403, 404, 409, 413, 429, 503],
    readsBodyItself: true,
    isDirect: true,
    handle: (request, reply) => serveCall(deps, served, { request, reply }),
  })
}
