// The documentation as one self-contained page. The content security policy allows only its style and script, by hash,
// so that nothing else runs in the page, whatever a service's document contains.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type DocsPage = { html: string; contentSecurityPolicy: string }

/** Reads the page's files once, when the routes are created. */
export function composePage(): DocsPage {
  const style = read('docs-page.css')
  const script = read('docs-page.js')
  // The whole element is replaced, because the hash covers every character between its tags.
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
