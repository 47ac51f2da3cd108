import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Fault } from '@gatehouse/runtime/fault'
import { type TestHttp, startTestHttp } from '@gatehouse/testkit/start-test-http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defineRoute } from '../define-route.ts'

let http: TestHttp
let isOverloaded = true
let handled = 0

const fault = new Fault({
  kind: 'unavailable',
  code: 'internal.unexpected',
  publicMessage: 'Try again later.',
})
const earlyRejection = { isDue: () => isOverloaded, fault }
const handle = async () => {
  handled += 1
  return []
}

const routes = [
  defineRoute({ method: 'POST', path: '/calls', statuses: [200], handle, earlyRejection }),
  defineRoute({ method: 'GET', path: '/calls/:id', statuses: [200], handle, earlyRejection }),
  defineRoute({ method: 'GET', path: '/ready', statuses: [200], handle }),
]
const crossOrigin = {
  origin: 'https://console.example',
  pathPrefix: '/calls',
  requestHeaders: ['authorization'],
  answerHeaders: ['x-request-id'],
}

beforeEach(async () => {
  isOverloaded = true
  handled = 0
  http = await startTestHttp(routes, { crossOrigin })
})
afterEach(() => http[Symbol.asyncDispose]())

const post = (path: string, body = '{}') =>
  fetch(`${http.url}${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })

test('a rejected request gets the error body, a request id and a time to retry, and is not handled', async () => {
  const answer = await post('/calls?trace=1')
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('1')
  const requestId = answer.headers.get('x-request-id')
  expect(requestId).toMatch(/^[\da-f-]{36}$/)
  expect(await answer.json()).toMatchObject({ detail: 'Try again later.', request_id: requestId })
  expect((await fetch(`${http.url}/calls/7`)).status).toBe(503)
  expect(handled).toBe(0)
})

test('requests are handled when the rejection is not due, and on routes without one', async () => {
  expect((await fetch(`${http.url}/ready`)).status).toBe(200)
  expect((await fetch(`${http.url}/calls`)).status).toBe(405)
  isOverloaded = false
  expect((await post('/calls')).status).toBe(200)
  expect((await fetch(`${http.url}/calls/7`)).status).toBe(200)
  expect(handled).toBe(3)
})

test('a page of the allowed origin may read the rejection, others may not', async () => {
  const from = (origin: string) => fetch(`${http.url}/calls/7`, { headers: { origin } })
  const own = (await from('https://console.example')).headers
  expect(own.get('access-control-allow-origin')).toBe('https://console.example')
  expect(own.get('access-control-expose-headers')).toBe('x-request-id')
  expect(own.get('retry-after')).toBe('1')
  const other = await from('https://other.example')
  expect(other.status).toBe(503)
  expect(other.headers.get('access-control-allow-origin')).toBeNull()
})

test('rejections are counted, and logged once in ten seconds', async () => {
  for (let call = 0; call < 3; call += 1) await post('/calls')
  const counted = await http.metrics.getSingleMetricAsString('gatehouse_http_requests_rejected_early_total')
  expect(counted).toMatch(/\{(?=.*method="POST")(?=.*route="\/calls")(?=.*status="503").*\} 3/)
  const lines = http.logs.filter(({ message }) => message === 'requests rejected before they were handled')
  expect(lines).toMatchObject([{ level: 'warn', context: { code: 'internal.unexpected', rejected: 1 } }])
})

/** Sends two requests on one connection and returns everything that the server sends before it closes. */
async function sendTwo(first: string): Promise<string> {
  const socket = connect(http.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${first}GET /ready HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
  return text(socket)
}

test('the connection stays open after a small body, and is closed after a large one or one of unknown length', async () => {
  const head = 'POST /calls HTTP/1.1\r\nhost: a\r\n'
  expect(await sendTwo(`${head}content-length: 2\r\n\r\n{}`)).toMatch(/^HTTP\/1.1 503 [^]*HTTP\/1.1 200 /)
  const unknown = await sendTwo(`${head}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`)
  expect(unknown).toMatch(/^HTTP\/1.1 503 [^]*connection: close/i)
  expect(unknown).not.toContain('HTTP/1.1 200 ')
  const large = await sendTwo(`${head}content-length: 65537\r\n\r\n${'x'.repeat(65_537)}`)
  expect(large).toMatch(/^HTTP\/1.1 503 [^]*connection: close/i)
  expect(large).not.toContain('HTTP/1.1 200 ')
})
