import { connect } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { Fault } from '@gatehouse/runtime/fault'
import { type TestHttp, startTestHttp } from '@gatehouse/testkit/start-test-http'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineRoute } from './define-route.ts'

let http: TestHttp

const routes = [
  defineRoute({ method: 'GET', path: '/things', statuses: [200], handle: async () => [] }),
  defineRoute({
    method: 'GET',
    path: '/things/:id',
    statuses: [200],
    handle: async (request) => ({
      from: request.context.clientAddress,
      trace: request.context.trace.traceId,
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/echo',
    statuses: [200],
    bodyLimitBytes: 1_000,
    handle: async (request) => request.body,
  }),
  defineRoute({
    method: 'POST',
    path: '/raw',
    statuses: [200],
    takesRawBody: true,
    handle: async (request) => (request.body as Buffer).toString('hex'),
  }),
  defineRoute({
    method: 'GET',
    path: '/broken',
    statuses: [500],
    handle: async () => {
      throw new Error('relation "secrets" does not exist')
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/down',
    statuses: [503],
    handle: async () => {
      throw new Fault({
        kind: 'unavailable',
        code: 'test.down',
        publicMessage: 'Try again.',
        retryAfterMs: 1_500,
      })
    },
  }),
]

beforeAll(async () => {
  http = await startTestHttp(routes, {
    trustedProxies: [{ address: '127.0.0.1', prefixBits: 32, family: 'ipv4' }],
  })
})
afterAll(() => http[Symbol.asyncDispose]())

const post = (path: string, body: string | Buffer, contentType = 'application/json') =>
  fetch(`${http.url}${path}`, { method: 'POST', body, headers: { 'content-type': contentType } })

/** Sends the bytes unchanged and returns everything that the server sends before it closes the connection. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(http.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}

test('every answer carries a unique request id', async () => {
  const ids = await Promise.all(
    ['/things/1', '/nowhere', '/broken'].map(async (path) =>
      (await fetch(http.url + path)).headers.get('x-request-id'),
    ),
  )
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{14}7/)
})

test('an unknown route is 404, a known path with another method 405 with Allow', async () => {
  const unknown = await fetch(`${http.url}/nowhere`)
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toMatchObject({ code: 'http.route_unknown', status: 404 })
  const method = await fetch(`${http.url}/things/7`, { method: 'DELETE' })
  expect(method.status).toBe(405)
  expect(method.headers.get('allow')).toBe('GET')
})

test.each(['/things/', '/things/7/', '/echo/'])('%s, which only resembles a route, is 404', async (path) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const response = await fetch(http.url + path, { method })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'http.route_unknown' })
  }
})

test.each([
  ['/things/%zz', 400, 'http.path_invalid'],
  [`/things/${'x'.repeat(200)}`, 414, 'http.path_too_long'],
])('the path %s is refused in our error shape, with a request id', async (path, status, code) => {
  const answer = await sendRaw(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer).toContain('content-type: application/problem+json')
  expect(answer).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/m)
  expect(answer).toContain(`"code":"${code}"`)
})

test('an unexpected error is a 500 that reveals nothing; its text is only in the log', async () => {
  const response = await fetch(`${http.url}/broken`)
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secrets')
  const entry = http.logs.findLast(({ message }) => message === 'request failed unexpectedly')
  expect(JSON.stringify(entry)).toContain('relation')
  expect(entry?.context['request_id']).toBe(response.headers.get('x-request-id'))
})

test('a retryable fault says how long to wait', async () => {
  const response = await fetch(`${http.url}/down`)
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('2')
  expect(response.headers.get('retry-after-ms')).toBe('1500')
})

test('JSON is parsed; a body that is malformed, too large or of another type is refused', async () => {
  expect(await (await post('/echo', '{"a":1}')).json()).toEqual({ a: 1 })
  expect((await post('/echo', '{"a":')).status).toBe(400)
  expect((await post('/echo', '')).status).toBe(400)
  expect((await post('/echo', JSON.stringify('x'.repeat(2_000)))).status).toBe(413)
  expect((await post('/echo', '<a/>', 'application/xml')).status).toBe(415)
  expect((await post('/echo', '{"__proto__":{"x":1}}')).status).toBe(400)
})

test('a body of undeclared length is refused when it exceeds the limit', async () => {
  const chunk = `${(600).toString(16)}\r\n${'x'.repeat(600)}\r\n`
  const answer = await sendRaw(
    `POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
})

test('a route that takes raw bytes receives them unchanged', async () => {
  const bytes = Buffer.from([0, 255, 1, 254, 123])
  expect(await (await post('/raw', bytes, 'application/octet-stream')).text()).toBe(bytes.toString('hex'))
})

test('behind a trusted proxy the client is the address the proxy saw, and the trace continues', async () => {
  const response = await fetch(`${http.url}/things/1`, {
    headers: {
      'x-forwarded-for': '6.6.6.6, 203.0.113.9',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    },
  })
  expect(await response.json()).toEqual({ from: '203.0.113.9', trace: '4bf92f3577b34da6a3ce929d0e0e4736' })
})

test.each([
  ['two Host headers', 'GET /things/1 HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'],
  [
    'two Authorization headers',
    'GET /things/1 HTTP/1.1\r\nhost: a\r\nauthorization: x\r\nAuthorization: y\r\n\r\n',
  ],
  ['an absolute target', 'GET http://other/things/1 HTTP/1.1\r\nhost: a\r\n\r\n'],
  [
    'both a length and chunks',
    'POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['no Host', 'GET /things/1 HTTP/1.1\r\n\r\n'],
  ['a bare line feed', 'GET /things/1 HTTP/1.1\nhost: a\n\n'],
  ['bytes that are not HTTP', '\u0016\u0003\u0001\u0002'],
])('%s is refused with 400 and the connection is closed', async (_what, bytes) => {
  const answer = await sendRaw(bytes)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer.toLowerCase()).toContain('connection: close')
})

test('a head over 16 KiB is refused in our error shape', async () => {
  const answer = await sendRaw(`GET / HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect(answer).toContain('"code":"http.head_too_large"')
})

test('each request is logged once and measured under its route pattern, not its path', async () => {
  const response = await fetch(`${http.url}/things/secret-id?token=abc`)
  const requestId = response.headers.get('x-request-id')
  const own = () => http.logs.filter(({ context }) => context['request_id'] === requestId)
  await waitUntil(() => own().length > 0, { withinMs: 30_000, what: 'the request is logged' })
  expect(own()).toHaveLength(1)
  expect(own()[0]?.message).toBe('GET /things/:id 200')
  expect(own()[0]?.context['took_ms']).toBeGreaterThan(0)
  const metrics = await http.metrics.metrics()
  expect(metrics).toContain('route="/things/:id",status="200"')
  expect(metrics).not.toContain('secret-id')
})
