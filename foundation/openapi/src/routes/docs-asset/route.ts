import { defineRoute } from '@gatehouse/http/define-route'
import type { HostedFile } from '@gatehouse/http/hosted-page'

/** A file of the documentation page. */
export function docsAssetRoute({ path, headers, body }: HostedFile) {
  return defineRoute({
    method: 'GET',
    path,
    statuses: [200],
    isQuiet: true,
    isShared: true,
    async handle(_request, reply) {
      return reply.headers({ ...headers }).send(body)
    },
  })
}
