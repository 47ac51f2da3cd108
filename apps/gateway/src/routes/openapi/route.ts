import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { type PublicDocument, sendPublicDocument } from '../../openapi/public-document.ts'
import type { ServeDeps } from '../../operations/serve-operation.ts'

/** The document also describes this route, so it is passed as a function and composed after all routes are known. */
export function openApiRoute(deps: Pick<ServeDeps, 'limits'>, document: () => PublicDocument): Route {
  return defineRoute({
    method: 'GET',
    path: '/llm/v1/openapi.json',
    statuses: [200, 304, 429],
    handle: (request, reply) => sendPublicDocument(deps, document(), { request, reply }),
  })
}
