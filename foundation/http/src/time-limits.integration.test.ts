import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestHttp, startTestHttp } from '@gatehouse/testkit/start-test-http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineRoute } from './define-route.ts'

let http: TestHttp

beforeAll(async () => {
  const echo = defineRoute({
    method: 'POST',
    path: '/echo',
    statuses: [200],
    handle: async (request) => request.body,
  })
  http = await startTestHttp([echo], {
    timeLimits: { headMs: 200, requestMs: 400, keepAliveMs: 300, stallMs: 500, checkEveryMs: 50 },
  })
})
afterAll(() => http[Symbol.asyncDispose]())

/** Sends some bytes, then nothing more; returns what the server sent and how long it took to close the connection. */
async function stall(bytes: string): Promise<{ answer: string; closedAfterMs: number }> {
  const socket = connect(http.port, '127.0.0.1')
  await once(socket, 'connect')
  const startedMs = performance.now()
  if (bytes !== '') socket.write(bytes)
  const answer = await text(socket)
  return { answer, closedAfterMs: performance.now() - startedMs }
}

test.each([
  ['a client that sends nothing', '', 200],
  ['a client that never ends its head', 'POST /echo HTTP/1.1\r\nhost: a\r\n', 200],
  [
    'a client that never ends its body',
    'POST /echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a"',
    400,
  ],
])('%s gets a 408 and is disconnected at its limit', async (_who, bytes, limitMs) => {
  const { answer, closedAfterMs } = await stall(bytes)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"http.request_too_slow"')
  expect(closedAfterMs).toBeGreaterThanOrEqual(limitMs - 20)
  expect(closedAfterMs).toBeLessThan(limitMs + 10_000)
})

test('an idle connection is closed after the idle limit', async () => {
  const request =
    'POST /echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'
  const { answer, closedAfterMs } = await stall(request)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(closedAfterMs).toBeGreaterThanOrEqual(280)
  expect(closedAfterMs).toBeLessThan(10_000)
})
