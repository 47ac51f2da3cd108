// The documentation as a page: Swagger UI from our own host, and a few lines that start it.
import { readFileSync } from 'node:fs'
import { type HostedFile, hostAsset, hostPage } from '@gatehouse/http/hosted-page'

/** The page at /docs and the files that it loads from the folder of the same name. */
export type DocsPage = { page: HostedFile; assets: readonly HostedFile[] }

/** Reads the page's files once, when the routes are created. */
export function composePage(basePath = ''): DocsPage {
  const path = `${basePath}/docs`
  return {
    page: hostPage(path, read('./docs-page.html')),
    assets: [
      hostAsset(`${path}/swagger-ui.css`, read('swagger-ui-dist/swagger-ui.css')),
      hostAsset(`${path}/swagger-ui-bundle.js`, read('swagger-ui-dist/swagger-ui-bundle.js')),
      hostAsset(`${path}/docs-page.css`, read('./docs-page.css')),
      hostAsset(`${path}/docs-page.js`, read('./docs-page.js')),
    ],
  }
}

function read(name: string): string {
  return readFileSync(new URL(import.meta.resolve(name)), 'utf8')
}
