import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { type TestHttp, startTestHttp } from '@gatehouse/testkit/start-test-http'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defineRoute } from './define-route.ts'

let http: TestHttp

const routes = [
  defineRoute({ method: 'GET', path: '/things', statuses: [200], handle: async () => [] }),
  defineRoute({
    method: 'GET',
    path: '/held',
    statuses: [200],
    handle: () => new Promise<never>(() => undefined),
  }),
  defineRoute({ method: 'POST', path: '/echo', statuses: [200], handle: async (request) => request.body }),
  defineRoute({
    method: 'POST',
    path: '/early',
    statuses: [200],
    readsBodyItself: true,
    handle: async () => ['before the body'],
  }),
]

beforeEach(async () => {
  http = await startTestHttp(routes)
})
afterEach(() => http[Symbol.asyncDispose]())

async function open(): Promise<Socket> {
  const socket = connect(http.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Sends the bytes unchanged and returns everything that the server sends before it closes the connection. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = await open()
  socket.write(bytes)
  return text(socket)
}

const requestIdOf = (answer: string) => /^x-request-id: (\S+)\r$/m.exec(answer)?.[1]

async function logOf(requestId: string | undefined) {
  const own = () => http.logs.filter(({ context }) => context['request_id'] === requestId)
  await waitUntil(() => own().length > 0, { withinMs: 30_000, what: 'the refusal is logged' })
  return own()
}

const durations = 'gatehouse_http_request_duration_seconds'

/** Value of the counter or histogram count with these labels. */
async function countOf(name: string, labels: Record<string, string>): Promise<number | undefined> {
  const { values } = (await http.metrics.getSingleMetric(name)?.get()) ?? { values: [] }
  const total = (value: object) => !('metricName' in value) || String(value.metricName).endsWith('_count')
  return values.filter(total).find((value) => isDeepStrictEqual(value.labels, labels))?.value
}

test.each([
  ['an ambiguous head', 'GET /things HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n', 'GET /things 400', '/things'],
  [
    'a path that cannot be parsed',
    'GET /%zz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
    'GET unknown 400',
    'unknown',
  ],
])('%s is logged once and measured', async (_what, bytes, message, route) => {
  const entries = await logOf(requestIdOf(await sendRaw(bytes)))
  expect(entries.map((entry) => entry.message)).toEqual([message])
  expect(entries[0]?.context).toMatchObject({ client_address: '127.0.0.1' })
  expect(await countOf(durations, { method: 'GET', route, status: '400' })).toBe(1)
})

test('a request that arrives during the drain is logged and measured', async () => {
  const held = await open()
  held.write('GET /held HTTP/1.1\r\nhost: a\r\n\r\n')
  const socket = await open()
  // The request begins before the drain; otherwise the connection would be closed as idle.
  socket.write('GET /things HTTP/1.1\r\nhost: a\r\n')
  await waitUntil(() => http.server.drain.activeRequests() === 1, {
    withinMs: 30_000,
    what: 'a request is in flight',
  })
  const drained = http.server.drain.start({ leadMs: 0, graceMs: 60_000 })
  socket.write('\r\n')
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  const messages = () => http.logs.map(({ message }) => message)
  await waitUntil(() => messages().includes('GET /things 503'), { withinMs: 30_000, what: 'it is logged' })
  expect(await countOf(durations, { method: 'GET', route: '/things', status: '503' })).toBe(1)
  held.destroy()
  await drained
})

test.each([
  ['bytes that are not HTTP', '\u0016\u0003\u0001\u0002', 'http.malformed'],
  ['a head that is too large', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 'http.head_too_large'],
])('%s is logged once and counted', async (_what, bytes, code) => {
  const entries = await logOf(requestIdOf(await sendRaw(bytes)))
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({
    level: 'info',
    message: 'unparsable request rejected',
    context: { code, client_address: '127.0.0.1', was_answered: true },
  })
  expect(await countOf('gatehouse_http_unreadable_requests_total', { code })).toBe(1)
})

test('a client that keeps sending after its refusal still reads the answer', async () => {
  const answer = await sendRaw(`GET / HTTP/1.1\r\nx: ${'x'.repeat(4_000_000)}`)
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect(answer).toContain('"code":"http.head_too_large"')
})

test('a client that disconnects during its upload is not logged as an error', async () => {
  const socket = await open()
  socket.write(
    'POST /echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"a"',
  )
  await waitUntil(() => http.server.drain.activeRequests() === 1, {
    withinMs: 30_000,
    what: 'the request is being read',
  })
  socket.resetAndDestroy()
  await waitUntil(() => http.logs.length > 0, { withinMs: 30_000, what: 'the request is logged' })
  expect(http.logs.map(({ level, message }) => `${level} ${message}`)).toEqual(['info POST /echo 499'])
  expect(http.logs[0]?.context).toMatchObject({ client_gone: true })
})

test.each([
  ['a request without a host', 'GET /things HTTP/1.1\r\n\r\n', 400],
  ['a request without a head', 'GET /things\r\n\r\n', 400],
  ['a method of another protocol', 'PLAY /things\r\n\r\n', 404],
  [
    'an unknown expectation',
    'GET /nowhere HTTP/1.1\r\nhost: a\r\nexpect: b\r\nconnection: close\r\n\r\n',
    404,
  ],
])("%s gets our error shape, not Node's", async (_what, bytes, status) => {
  const answer = await sendRaw(bytes)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer).toContain('content-type: application/problem+json')
  expect(requestIdOf(answer)).toBeDefined()
})

test('the body of a request to an unknown route is not awaited', async () => {
  const socket = await open()
  socket.write('POST /nowhere HTTP/1.1\r\nhost: a\r\ncontent-length: 99\r\n\r\n{')
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 404 /)
  socket.destroy()
})

const statusesOf = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)

/** Sends the second request after the answer to the first, and returns every status until the server closes. */
async function sendInTurn(first: string, second: string) {
  const socket = await open()
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  const closed = once(socket, 'close')
  socket.write(first)
  await waitUntil(() => received.includes(']'), { withinMs: 30_000, what: 'the first is answered' })
  socket.write(second)
  await closed
  return statusesOf(received)
}

test('bytes after a request that are not HTTP do not displace its answer', async () => {
  const slow =
    'POST /echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'
  expect(statusesOf(await sendRaw(`${slow}nonsense\r\n\r\n`))).toEqual(['200'])
  const broken = 'POST /echo HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'
  expect(statusesOf(await sendRaw(slow + broken))).toEqual(['200'])
})

test('bytes that are not HTTP, on a connection with no pending answer, get a 400', async () => {
  const request = 'GET /things HTTP/1.1\r\nhost: a\r\n\r\n'
  expect(await sendInTurn(request, 'nonsense\r\n\r\n')).toEqual(['200', '400'])
})

test('the rest of a request that was already answered gets no second answer', async () => {
  const head = 'POST /early HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n'
  expect(await sendInTurn(head, 'zz\r\n')).toEqual(['200'])
})
