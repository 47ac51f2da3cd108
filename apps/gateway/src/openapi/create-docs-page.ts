import { composePage } from '@gatehouse/openapi/compose-page'
import { type PublicDocument, createPublicDocument } from './public-document.ts'

/** The documentation page shared by all services; it loads openapi.json from the same folder. */
export function createDocsPage(): PublicDocument {
  const { html, contentSecurityPolicy } = composePage()
  return createPublicDocument(html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
}
