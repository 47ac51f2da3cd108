import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { type PublicDocument, sendPublicDocument } from '../../openapi/public-document.ts'
import type { ServeDeps } from '../../operations/serve-operation.ts'

export function docsRoute(deps: Pick<ServeDeps, 'limits'>, page: PublicDocument): Route {
  return defineRoute({
    method: 'GET',
    path: '/llm/v1/docs',
    statuses: [200, 304, 429],
    handle: (request, reply) => sendPublicDocument(deps, page, { request, reply }),
  })
}
