import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type PublicDocument, createPublicDocument } from './public-document.ts'

/** One file without anything from elsewhere. The browser runs exactly the script in it, and sends only to where it came from. */
export function createDocsPage(): PublicDocument {
  const html = readFileSync(new URL('docs-page.html', import.meta.url), 'utf8')
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(html, 'script')}`,
    `style-src ${hashOf(html, 'style')}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return createPublicDocument(html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
}

function hashOf(html: string, tag: 'script' | 'style'): string {
  const [, content = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html) ?? []
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
