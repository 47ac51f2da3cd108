import { defineRoute } from '@gatehouse/http/define-route'
import type { DocsAsset } from '../../page/compose-page.ts'

/** A file of the documentation page, below the page's path. */
export function docsAssetRoute(docsPath: string, { name, contentType, body }: DocsAsset) {
  return defineRoute({
    method: 'GET',
    path: `${docsPath}/${name}`,
    statuses: [200],
    isQuiet: true,
    isShared: true,
    async handle(_request, reply) {
      return reply
        .type(contentType)
        .header('cache-control', 'public, max-age=300')
        .header('x-content-type-options', 'nosniff')
        .send(body)
    },
  })
}
