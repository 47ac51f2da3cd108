// A route that is served directly must be indistinguishable from the same route behind the framework, so every request here
// is sent to both.
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Fault } from '@gatehouse/runtime/fault'
import { type TestHttp, startTestHttp } from '@gatehouse/testkit/start-test-http'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpReply, type HttpRequest, type Route, defineRoute } from './define-route.ts'
import { readBody } from './read-body.ts'

const outcomes: Readonly<Record<string, (request: HttpRequest, reply: HttpReply) => unknown>> = {
  object: () => ({ name: 'é' }),
  echo: async ({ raw }) => ({ sent: (await readBody(raw, { bytesMax: 100 })).toString() }),
  sent: (_request, reply) => reply.code(201).header('x-own', 'yes').send({ isSent: true }),
  text: (_request, reply) => reply.headers({ 'content-type': 'text/plain' }).send('plain'),
  refused: () => {
    throw new Fault({ kind: 'exhausted', code: 'test.down', publicMessage: 'Later.', retryAfterMs: 1_500 })
  },
  broken: () => {
    throw new Error('relation "secrets" does not exist')
  },
  raw(_request, reply) {
    reply.hijack().raw.writeHead(200, { 'content-type': 'text/plain' })
    reply.raw.end('own')
  },
}

const crossOrigin = {
  origin: 'https://console.example',
  pathPrefix: '/',
  requestHeaders: ['authorization'],
  answerHeaders: ['x-request-id'],
}

function startWith(isDirect: boolean): Promise<TestHttp> {
  const routes = Object.entries(outcomes).map(([name, handle]): Route =>
    defineRoute({
      method: 'POST',
      path: `/${name}`,
      statuses: [200],
      readsBodyItself: true,
      isDirect,
      handle: async (request, reply) => {
        request.context.addLogFields({ is_known: true })
        return handle(request, reply)
      },
    }),
  )
  return startTestHttp(routes, { crossOrigin })
}

let servers: readonly [direct: TestHttp, framework: TestHttp]
beforeAll(async () => {
  servers = [await startWith(true), await startWith(false)]
})
afterAll(() => Promise.all(servers.map((server) => server[Symbol.asyncDispose]())))

const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/g

/** The whole answer with the line that was logged for it, without what differs from request to request. */
async function send(http: TestHttp, head: readonly string[], body = ''): Promise<object> {
  const logged = http.logs.length
  const socket = connect(http.port, '127.0.0.1')
  const lines = [...head, `content-length: ${Buffer.byteLength(body)}`, 'connection: close']
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  const answer = await text(socket)
  await waitUntil(() => http.logs.length > logged, { withinMs: 5_000, what: 'the request is logged' })
  const [statusLine, ...headers] = answer
    .slice(0, answer.indexOf('\r\n\r\n'))
    .replaceAll(uuid, 'id')
    .split('\r\n')
  return {
    statusLine,
    headers: headers.filter((line) => !line.toLowerCase().startsWith('date:')).toSorted(),
    body: answer.slice(answer.indexOf('\r\n\r\n')).replaceAll(uuid, 'id'),
    logs: http.logs.slice(logged).map(({ level, message, context }) => ({
      level,
      message,
      fields: Object.keys(context ?? {}).toSorted(),
    })),
  }
}

const host = 'host: x'

test.each([
  ...Object.keys(outcomes).map((name) => [name, [`POST /${name} HTTP/1.1`, host], 'body'] as const),
  ['a body over the limit', ['POST /echo HTTP/1.1', host], 'x'.repeat(101)] as const,
  [
    'a page of the allowed origin',
    ['POST /object HTTP/1.1', host, 'origin: https://console.example'],
    '',
  ] as const,
  ['a page of another origin', ['POST /object HTTP/1.1', host, 'origin: https://evil.example'], ''] as const,
  ['a repeated header', ['POST /object HTTP/1.1', host, 'authorization: a', 'authorization: b'], ''] as const,
  ['no host', ['POST /object HTTP/1.1'], ''] as const,
  ['a query', ['POST /object?a=1 HTTP/1.1', host], ''] as const,
  ['an encoded path', ['POST /obj%65ct HTTP/1.1', host], ''] as const,
  ['another method', ['GET /object HTTP/1.1', host], ''] as const,
])('%s: the same answer and log line as with the framework', async (_name, head, body) => {
  const [direct, framework] = await Promise.all(servers.map((http) => send(http, head, body)))
  expect(direct).toEqual(framework)
})

test('an error after the answer has begun is logged, which the framework does not do', async () => {
  const route = defineRoute({
    method: 'POST',
    path: '/late',
    statuses: [200],
    readsBodyItself: true,
    isDirect: true,
    async handle(_request, reply) {
      reply.hijack().raw.end('own')
      throw new Error('after the answer')
    },
  })
  await using http = await startTestHttp([route])
  const answer = await fetch(`${http.url}/late`, { method: 'POST' })
  expect([answer.status, await answer.text()]).toEqual([200, 'own'])
  const isLogged = () => http.logs.some(({ message }) => message === 'request failed unexpectedly')
  await waitUntil(isLogged, { withinMs: 5_000, what: 'the error is logged' })
  expect(isLogged()).toBe(true)
})

test('a request that is served directly is measured under its route', async () => {
  const [direct] = servers
  await send(direct, ['POST /object HTTP/1.1', host])
  expect(await direct.metrics.metrics()).toMatch(
    /gatehouse_http_request_duration_seconds_count\{.*method="POST",route="\/object",status="200"/,
  )
})

test('a server that is stopping announces the end of the connection, then refuses', async () => {
  await using http = await startWith(true)
  const stopping = http.server.drain.start({ leadMs: 300, graceMs: 1_000 })
  const answer = await fetch(`${http.url}/object`, { method: 'POST' })
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await stopping
})
