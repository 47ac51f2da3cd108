// Receivers that fail in different ways, each at a path of one server; and a server at a forbidden address, which must
// never be connected to.
import { once } from 'node:events'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findRequestFault } from './judge-request.ts'

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
  /** The secret with which requests to the receiver must be signed. */
  expectSecret(kind: ReceiverKind, secret: string): void
  /** Event ids of what was accepted, by the name in the event's data: the kind of its receiver and a number. */
  accepted: Map<string, Set<string>>
  requests(): number
  /** Requests that a receiver would have to refuse, or whose content is not that of an earlier attempt. */
  faults: string[]
  /** Connections to the forbidden address. */
  forbidden(): number
}

/** The clock of the receivers: when it began, and what it shows. */
export type ReceiverClock = { startedMs: number; nowMs(): number }

export async function startReceivers(
  scope: AsyncDisposableStack,
  { startedMs, nowMs }: ReceiverClock,
): Promise<Receivers> {
  const accepted = new Map<string, Set<string>>()
  const secrets = new Map<ReceiverKind, string>()
  const contents = new Map<string, string>()
  const faults: string[] = []
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
    void readBody(request).then((bytes) => {
      const fault = judge(kind, request, bytes)
      if (fault !== undefined) faults.push(`a request to ${kind} ${fault}`)
      const answer: Answer = behaviours[kind](nowMs() - startedMs)
      if (answer === 'accept') {
        const name = readName(bytes)
        accepted.set(name, (accepted.get(name) ?? new Set()).add(String(request.headers['webhook-id'])))
      }
      return respond(response, answer, `http://127.0.0.2:${forbiddenPort}/redirected`)
    })
  })

  function judge(kind: ReceiverKind, request: IncomingMessage, bytes: Buffer): string | undefined {
    const header = (name: string) => request.headers[name]?.toString()
    const received = { method: request.method, host: request.headers.host, header, bytes }
    const expected = { host: `127.0.0.1:${port}`, secret: secrets.get(kind) ?? '', nowMs: nowMs() }
    const fault = findRequestFault(received, expected)
    if (fault !== undefined) return fault
    if (!readName(bytes).startsWith(`${kind} `)) return `is about ${readName(bytes)}`
    const id = String(header('webhook-id'))
    const content = bytes.toString('latin1')
    const earlier = contents.get(id) ?? content
    contents.set(id, earlier)
    return content === earlier ? undefined : `has another content than an earlier attempt of ${id}`
  }

  const port = await listen(scope, server, '127.0.0.1')
  return {
    urlOf: (kind) => `http://127.0.0.1:${port}/${kind}`,
    expectSecret: (kind, secret) => void secrets.set(kind, secret),
    forbiddenPort,
    accepted,
    faults,
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

async function readBody(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
}

/** What the event is about. */
function readName(bytes: Buffer): string {
  return (JSON.parse(bytes.toString()) as { data: { keyId: string } }).data.keyId
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
