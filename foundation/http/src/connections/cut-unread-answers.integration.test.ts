import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { type TestHttp, startTestHttp } from '@gatehouse/testkit/start-test-http'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defineRoute } from '../define-route.ts'

// More than the kernel holds for two sockets of one machine.
const large = Buffer.alloc(32 * 1_048_576, 'x')
const stallMs = 1_000
const timeLimits = { headMs: 10_000, requestMs: 60_000, keepAliveMs: 60_000, stallMs, checkEveryMs: 20 }

let http: TestHttp
let sendEvent: ((text: string) => void) | undefined

beforeAll(async () => {
  const file = defineRoute({
    method: 'GET',
    path: '/file',
    statuses: [200],
    handle: async (_request, reply) => reply.send(large),
  })
  const events = defineRoute({
    method: 'GET',
    path: '/events',
    statuses: [200],
    async handle(_request, reply) {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
      sendEvent = (text) => void reply.raw.write(`data: ${text}\n\n`)
    },
  })
  http = await startTestHttp([file, events], { timeLimits })
})
afterAll(() => http[Symbol.asyncDispose]())

/** Sends the request and reads nothing yet. */
async function ask(path: string): Promise<Socket> {
  const socket = connect(http.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
  return socket
}

async function openEvents(): Promise<{ socket: Socket; send: (text: string) => void }> {
  sendEvent = undefined
  const socket = await ask('/events')
  await waitUntil(() => sendEvent !== undefined, { withinMs: 30_000, what: 'the stream is open' })
  return { socket, send: (text) => sendEvent?.(text) }
}

/** A client that does not read does not notice the end, but the server does. */
async function isCut(): Promise<boolean> {
  const isOver = () => http.server.drain.activeRequests() === 0
  await waitUntil(isOver, { withinMs: 30_000, what: 'the server ends the answer' })
  return http.logs.some(({ message }) => message === 'answer cut: its client does not read it')
}

beforeEach(() => void http.logs.splice(0))

test('an answer that is not read is cut, although its client goes on sending', async () => {
  const socket = await ask('/file')
  const sending = setInterval(() => socket.write('G'), 50)
  await waitUntil(() => http.server.drain.activeRequests() === 1, { withinMs: 30_000, what: 'the request' })
  expect(await isCut()).toBe(true)
  clearInterval(sending)
})

test('an answer that is read slowly arrives completely', async () => {
  const socket = await ask('/file')
  let received = 0
  // Takes much longer than the limit in total.
  const readSome = () => {
    const chunk = socket.read() as Buffer | null
    received += chunk?.length ?? 0
    return received > large.length || socket.closed
  }
  await waitUntil(readSome, { withinMs: 60_000, what: 'the whole answer', pauseMs: 5 })
  expect(received).toBeGreaterThan(large.length)
  socket.destroy()
})

test('a stream on which there is nothing to send stays open', async () => {
  const { socket, send } = await openEvents()
  let text = ''
  socket
    .setEncoding('utf8')
    .on('data', (chunk: string) => (text += chunk))
    .resume()
  send('first')
  await waitUntil(() => text.includes('first'), { withinMs: 30_000, what: 'the first event' })
  const openedAtMs = performance.now()
  await waitUntil(() => performance.now() - openedAtMs > 2 * stallMs, {
    withinMs: 30_000,
    what: 'the limit passes',
  })
  send('second')
  await waitUntil(() => text.includes('second'), { withinMs: 30_000, what: 'the second event' })
  expect(http.logs.map(({ message }) => message)).toEqual([])
  socket.destroy()
})

test('a stream whose client does not read is cut, although the server goes on writing', async () => {
  const { socket, send } = await openEvents()
  send(large.toString('latin1'))
  const writing = setInterval(() => send('more'), 20)
  expect(await isCut()).toBe(true)
  clearInterval(writing)
  socket.destroy()
})
