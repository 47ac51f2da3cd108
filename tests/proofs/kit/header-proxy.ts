// A proxy in front of a gateway that sets headers of each request, for clients that do not: a key, or the address of the
// client. Everything else passes through unchanged.
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HeaderProxy = AsyncDisposable & { url: string }

export async function startHeaderProxy(
  target: { url: string },
  headersOfNext: () => Readonly<Record<string, string>>,
): Promise<HeaderProxy> {
  const server = createServer((incoming, outgoing) => forward(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url = '/' } = incoming
    const headers = { ...incoming.headers, ...headersOfNext() }
    const sent = request(new URL(url, target.url), { method, headers })
    sent.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    sent.on('error', () => outgoing.destroy())
    outgoing.on('close', () => sent.destroy())
    incoming.pipe(sent)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
