// Receivers that fail in different ways, each at a path of one server; and a server at a forbidden address, which must
// never be connected to.
import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceiverKind = keyof typeof behaviours

type Answer = 'accept' | 'fail' | 'hang' | 'redirect'

const hour = 3_600_000

/** What a receiver does when its clock has run for `elapsedMs`. */
const behaviours = {
  healthy: () => 'accept',
  flaky: () => (Math.random() < 0.3 ? 'fail' : 'accept'),
  down_for_an_hour: (elapsedMs: number) => (elapsedMs < hour ? 'fail' : 'accept'),
  down_for_71_hours: (elapsedMs: number) => (elapsedMs < 71 * hour ? 'fail' : 'accept'),
  hangs_for_an_hour: (elapsedMs: number) => (elapsedMs < hour ? 'hang' : 'accept'),
  hangs: () => 'hang',
  fails: () => 'fail',
  redirects: () => 'redirect',
} as const satisfies Record<string, (elapsedMs: number) => Answer>

/** Kinds that accept events within three days. */
export const returningKinds: ReadonlySet<string> = new Set<ReceiverKind>([
  'healthy',
  'flaky',
  'down_for_an_hour',
  'down_for_71_hours',
  'hangs_for_an_hour',
])

export type Receivers = {
  urlOf(kind: ReceiverKind): string
  forbiddenPort: number
  /** Event ids, by kind and by the number in the event's data, of what was accepted. */
  accepted: Map<string, Set<string>>
  requests(): number
  /** Connections to the forbidden address. */
  forbidden(): number
}

export async function startReceivers(
  scope: AsyncDisposableStack,
  elapsedMs: () => number,
): Promise<Receivers> {
  const accepted = new Map<string, Set<string>>()
  let requests = 0
  let forbidden = 0
  const forbiddenServer = createServer((_request, response) => response.end())
  forbiddenServer.on('connection', () => {
    forbidden += 1
  })
  const forbiddenPort = await listen(scope, forbiddenServer, '127.0.0.2')
  const server = createServer((request, response) => {
    requests += 1
    const kind = (request.url ?? '').slice(1) as ReceiverKind
    void readBody(request).then((body) => {
      const answer: Answer = behaviours[kind](elapsedMs())
      if (answer === 'accept') {
        const { data } = JSON.parse(body) as { data: { keyId: string } }
        const key = `${kind} ${data.keyId}`
        accepted.set(key, (accepted.get(key) ?? new Set()).add(String(request.headers['webhook-id'])))
      }
      return respond(response, answer, `http://127.0.0.2:${forbiddenPort}/redirected`)
    })
  })
  const port = await listen(scope, server, '127.0.0.1')
  return {
    urlOf: (kind) => `http://127.0.0.1:${port}/${kind}`,
    forbiddenPort,
    accepted,
    requests: () => requests,
    forbidden: () => forbidden,
  }
}

function respond(response: ServerResponse, answer: Answer, elsewhere: string): void {
  switch (answer) {
    case 'accept':
      response.writeHead(204).end()
      return
    case 'fail':
      response.writeHead(503).end()
      return
    case 'redirect':
      response.writeHead(307, { location: elsewhere }).end()
      return
    case 'hang':
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts = await Array.fromAsync(request as AsyncIterable<Buffer>)
  return Buffer.concat(parts).toString()
}

async function listen(scope: AsyncDisposableStack, server: Server, host: string): Promise<number> {
  server.listen(0, host)
  await once(server, 'listening')
  scope.defer(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}
