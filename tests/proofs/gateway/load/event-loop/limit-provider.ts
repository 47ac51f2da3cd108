// A provider that sends the answer that a case prepared, however large, or else lets the simulator answer.
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'

export type ProviderAnswer = {
  contentType: string
  parts: readonly Buffer[]
  /** False to send the answer without declaring its length. */
  hasLength?: boolean
}

export type LimitProvider = {
  baseUrl: string
  /** Sent to every request until the next call; without an answer the simulator responds. */
  answerWith(answer: ProviderAnswer | undefined): void
}

export async function startLimitProvider(scope: AsyncDisposableStack): Promise<LimitProvider> {
  const sim = scope.use(await startProviderSim({ recordRequests: false }))
  let prepared: ProviderAnswer | undefined
  const server = createServer((request, response) => {
    const answered = prepared ? send(request, response, prepared) : forward(request, response, sim.baseUrl)
    answered.catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    answerWith(answer) {
      prepared = answer
    },
  }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { contentType, parts, hasLength = contentType !== 'text/event-stream' }: ProviderAnswer,
): Promise<void> {
  request.resume()
  await once(request, 'end')
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  response.writeHead(200, { 'content-type': contentType, ...(hasLength && { 'content-length': length }) })
  for (const part of parts) if (!response.write(part)) await once(response, 'drain')
  response.end()
}

async function forward(request: IncomingMessage, response: ServerResponse, baseUrl: string): Promise<void> {
  const body = new Uint8Array(await buffer(request))
  const url = `${new URL(baseUrl).origin}${request.url}`
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const contentType = answer.headers.get('content-type') ?? 'application/json'
  response.writeHead(answer.status, { 'content-type': contentType })
  response.end(bytes)
}
