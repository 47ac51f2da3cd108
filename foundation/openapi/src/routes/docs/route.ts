import { defineRoute } from '@gatehouse/http/define-route'
import type { HostedFile } from '@gatehouse/http/hosted-page'

/** The page loads openapi.json from the same directory. */
export function docsRoute({ path, headers, body }: HostedFile) {
  return defineRoute({
    method: 'GET',
    path,
    statuses: [200],
    isQuiet: true,
    isShared: true,
    docs: {
      summary: 'Show this documentation',
      tag: 'Documentation',
      answerContentType: 'text/html',
    },
    async handle(_request, reply) {
      return reply.headers({ ...headers }).send(body)
    },
  })
}
