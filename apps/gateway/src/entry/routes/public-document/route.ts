import { type Route, defineRoute } from '@gatehouse/http/define-route'
import { type PublicDocument, sendPublicDocument } from '../../openapi/public-documents.ts'
import type { ServeDeps } from '../../operations/serve-operation.ts'

/**
 * Serves a document that needs no key. The OpenAPI description also covers this route, so the document is looked up only when
 * a request arrives.
 */
export function publicDocumentRoute(
  deps: Pick<ServeDeps, 'limits'>,
  path: string,
  document: () => PublicDocument,
): Route {
  return defineRoute({
    method: 'GET',
    path: `/llm/v1${path}`,
    statuses: [200, 304, 429],
    handle: (request, reply) => sendPublicDocument(deps, document(), { request, reply }),
  })
}
