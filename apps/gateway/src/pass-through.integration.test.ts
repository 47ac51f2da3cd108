import { once } from 'node:events'
import { type Server, type ServerResponse, createServer } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'
import type { Route } from '@gatehouse/http/define-route'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { startProviderSim } from '@gatehouse/testkit/provider-sim'
import { type TestHttp, startTestHttp } from '@gatehouse/testkit/start-test-http'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { Agent } from 'undici'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chatCompletionsRoute } from './routes/chat-completions/route.ts'

let scope: AsyncDisposableStack
beforeEach(() => {
  scope = new AsyncDisposableStack()
})
afterEach(() => scope.disposeAsync())

async function startGateway(
  providerUrl: string,
  options: Agent.Options = {},
  onAnswer: (response: ServerResponse) => void = () => undefined,
) {
  const clock = createFakeClock()
  const agent = scope.adopt(new Agent(options), (opened) => opened.destroy())
  const route = chatCompletionsRoute({ agent, providerUrl, clock })
  const watched: Route = {
    ...route,
    handle(request, reply) {
      onAnswer(reply.raw)
      return route.handle(request, reply)
    },
  }
  const http = scope.use(await startTestHttp([watched]))
  return { clock, http }
}

/** A client that sends a whole request and reads nothing. */
async function sendAndNotRead(http: TestHttp, content: string): Promise<Socket> {
  const socket = scope.adopt(connect(http.port, '127.0.0.1'), (opened) => void opened.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] })
  socket.write(
    `POST /llm/v1/chat/completions HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  return socket
}

const active = (http: TestHttp) => http.server.drain.activeRequests()
const within = (what: string) => ({ withinMs: 3_000, what })

test('a client that hangs up before the first byte cancels the call, and the provider is not blamed', async () => {
  const sim = scope.use(await startProviderSim())
  const { http } = await startGateway(sim.baseUrl)
  sim.planNext({ fault: { kind: 'hang_before_headers' } })
  const socket = await sendAndNotRead(http, 'Hello')
  await waitUntil(() => sim.requests.length === 1, within('the provider has the request'))
  socket.destroy()
  await waitUntil(() => sim.counts.disconnected === 1, within('the provider is told'))
  await waitUntil(() => http.logs.length > 0, within('the request is logged'))
  expect(http.logs.map(({ level, message }) => `${level} ${message}`)).toEqual([
    'info POST /llm/v1/chat/completions 499',
  ])
})

test('a client that hangs up while its call waits for a connection does not reach the provider', async () => {
  const sim = scope.use(await startProviderSim())
  const { http } = await startGateway(sim.baseUrl, { connections: 1 })
  sim.planNext({ fault: { kind: 'hang_before_headers' } })
  const first = await sendAndNotRead(http, 'first')
  await waitUntil(() => sim.requests.length === 1, within('the only connection is taken'))
  const second = await sendAndNotRead(http, 'second')
  await waitUntil(() => active(http) === 2, within('the second call waits'))
  second.destroy()
  await waitUntil(() => active(http) === 1, within('the second client is gone'))
  first.destroy()
  await sendAndNotRead(http, 'third')
  const contents = () => sim.requests.map(({ body }) => /first|second|third/.exec(body.toString())?.[0])
  await waitUntil(() => contents().includes('third'), within('the connection is free again'))
  expect(contents()).toEqual(['first', 'third'])
})

/** A provider that answers with so many bytes, or without end. */
async function startLongProvider(bytesMax: number) {
  const answers: ServerResponse[] = []
  const server = createServer((_request, response) => {
    answers.push(response)
    let sent = 0
    const writeOn = () => {
      while (!response.destroyed && sent < bytesMax) {
        sent += 65_536
        if (!response.write(Buffer.alloc(65_536))) return
      }
      response.end()
    }
    response.on('drain', writeOn)
    writeOn()
  })
  return { answers, url: await listen(server) }
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

test('a reader that stops in the middle of an endless answer is cut after 30 s, and so is the provider', async () => {
  const provider = await startLongProvider(Number.POSITIVE_INFINITY)
  const { clock, http } = await startGateway(provider.url)
  await sendAndNotRead(http, 'Hello')
  const isStuck = () => clock.pendingTimers === 1 && provider.answers[0]?.writableNeedDrain === true
  await waitUntil(isStuck, within('nothing moves any more'))
  await clock.advance(29_999)
  expect(active(http)).toBe(1)
  await clock.advance(1)
  await waitUntil(() => active(http) === 0, within('the reader is cut'))
  await waitUntil(() => provider.answers[0]?.destroyed === true, within('the provider is told'))
})

test('a reader that does not take the end of an answer is cut after 30 s', async () => {
  let answer: ServerResponse | undefined
  // Fills the connection little by little, and ends when a first bit of it has to wait in the gateway.
  const server = createServer((_request, response) => {
    const writeOn = () => {
      if (answer !== undefined && answer.writableLength > 0) return void response.end()
      response.write(Buffer.alloc(4_096))
      setImmediate(writeOn)
    }
    writeOn()
  })
  const url = await listen(server)
  const { clock, http } = await startGateway(url, {}, (response) => {
    answer = response
  })
  await sendAndNotRead(http, 'Hello')
  const isEnded = () => answer?.writableEnded === true && clock.pendingTimers === 1
  await waitUntil(isEnded, within('the end waits for its reader'))
  expect(active(http)).toBe(1)
  await clock.advance(30_000)
  await waitUntil(() => active(http) === 0, within('the reader is cut'))
})

test('a reader that goes on in time gets the whole answer', async () => {
  const provider = await startLongProvider(16 * 1_024 * 1_024)
  const { clock, http } = await startGateway(provider.url)
  const socket = await sendAndNotRead(http, 'Hello')
  const isStuck = () => clock.pendingTimers === 1 && provider.answers[0]?.writableNeedDrain === true
  await waitUntil(isStuck, within('nothing moves any more'))
  await clock.advance(29_999)
  let received = 0
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  await waitUntil(() => active(http) === 0, within('the answer is finished'))
  await waitUntil(() => received > 16 * 1_024 * 1_024, within('every byte arrives'))
  expect(clock.pendingTimers).toBe(0)
})
