import { defineRoute } from '@gatehouse/http/define-route'
import type { DocsPage } from '../../page/compose-page.ts'

/** The page loads openapi.json from the same directory. */
export function docsRoute(path: string, { html, contentSecurityPolicy }: DocsPage) {
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
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', contentSecurityPolicy)
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .send(html)
    },
  })
}
