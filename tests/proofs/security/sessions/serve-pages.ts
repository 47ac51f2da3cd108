import { createServer } from 'node:http'
import { findFreePort } from '@gatehouse/testkit/free-port'

export type PasskeyPages = {
  /** At the origin that the backend accepts. */
  own: string
  /** At another port, and so another origin, of the same host. */
  foreign: string
}

/** Serves two empty pages on localhost, where browsers allow passkeys without TLS. */
export async function servePages(scope: AsyncDisposableStack): Promise<PasskeyPages> {
  return { own: await servePage(scope), foreign: await servePage(scope) }
}

async function servePage(scope: AsyncDisposableStack): Promise<string> {
  const port = await findFreePort()
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  scope.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://localhost:${port}`
}
