// The documentation as one page without anything from elsewhere. Its style and script are allowed by their hashes alone,
// so that nothing else runs in it, whatever a service may say.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type DocsPage = { html: string; contentSecurityPolicy: string }

/** Reads the page's files once, when the routes are made. */
export function composePage(): DocsPage {
  const style = read('docs-page.css')
  const script = read('docs-page.js')
  // The whole element is replaced: a hash is of every character between its ends.
  const html = read('docs-page.html')
    .replace(/<style>[^]*?<\/style>/, () => `<style>${style}</style>`)
    .replace(/<script>[^]*?<\/script>/, () => `<script>${script}</script>`)
  return {
    html,
    contentSecurityPolicy: [
      `default-src 'none'`,
      `style-src '${hash(style)}'`,
      `script-src '${hash(script)}'`,
      `connect-src 'self'`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'none'`,
    ].join('; '),
  }
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
