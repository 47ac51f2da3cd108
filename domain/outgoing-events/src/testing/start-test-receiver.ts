// A receiver on a free port of the loopback interface, which answers as a test decides.
import { once } from 'node:events'
import { type IncomingHttpHeaders, type RequestListener, createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export type ReceivedEvent = { headers: IncomingHttpHeaders; body: string; path: string }

/** A status, with a location for redirects, or `hang` to leave the request without an answer. */
export type ReceiverAnswer = { status: number; location?: string } | 'hang'

export type TestReceiver = AsyncDisposable & {
  url: string
  received: ReceivedEvent[]
  answer(given: ReceiverAnswer | ((event: ReceivedEvent) => ReceiverAnswer)): void
}

export type ReceiverOptions = {
  /** Key and certificate in PEM. Without them the receiver speaks plain HTTP. */
  tls?: { key: string; cert: string }
}

export async function startTestReceiver({ tls }: ReceiverOptions = {}): Promise<TestReceiver> {
  const received: ReceivedEvent[] = []
  let decide: (event: ReceivedEvent) => ReceiverAnswer = () => ({ status: 204 })
  const listener: RequestListener = (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const event = {
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
        path: request.url ?? '',
      }
      received.push(event)
      const answer = decide(event)
      if (answer === 'hang') return
      response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location })
      response.end()
    })
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/events`,
    received,
    answer(given) {
      decide = typeof given === 'function' ? given : () => given
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
