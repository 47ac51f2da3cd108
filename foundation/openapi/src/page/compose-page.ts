// The documentation as a page: Swagger UI from our own host, and a few lines that start it. The content security policy
// allows neither inline scripts and styles nor eval, so that nothing else runs in the page, whatever a service's document
// contains.
import { readFileSync } from 'node:fs'

export type DocsPage = { html: string; contentSecurityPolicy: string; assets: readonly DocsAsset[] }

/** A file that the page loads from the folder with its own name. */
export type DocsAsset = { name: string; contentType: string; body: string }

const css = 'text/css; charset=utf-8'
const javascript = 'text/javascript; charset=utf-8'

/** Reads the page's files once, when the routes are created. */
export function composePage(): DocsPage {
  return {
    html: read('./docs-page.html'),
    contentSecurityPolicy: [
      `default-src 'none'`,
      `style-src 'self'`,
      `script-src 'self'`,
      `img-src 'self' data:`,
      `connect-src 'self'`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'none'`,
    ].join('; '),
    assets: [
      { name: 'swagger-ui.css', contentType: css, body: read('swagger-ui-dist/swagger-ui.css') },
      {
        name: 'swagger-ui-bundle.js',
        contentType: javascript,
        body: read('swagger-ui-dist/swagger-ui-bundle.js'),
      },
      { name: 'docs-page.css', contentType: css, body: read('./docs-page.css') },
      { name: 'docs-page.js', contentType: javascript, body: read('./docs-page.js') },
    ],
  }
}

function read(name: string): string {
  // A map of the sources is not served, so browsers must not ask for it.
  return readFileSync(new URL(import.meta.resolve(name)), 'utf8').replace(
    /^\/[/*]# sourceMappingURL=.*$/m,
    '',
  )
}
