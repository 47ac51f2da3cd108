import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'
import type { HttpReply } from '@gatehouse/http/define-route'
import { type FakeClock, createFakeClock } from '@gatehouse/testkit/fake-clock'
import { afterEach, expect, test } from 'vitest'
import { ClientLink } from './client-link.ts'

let scope = new AsyncDisposableStack()
afterEach(async () => {
  await scope.disposeAsync()
  scope = new AsyncDisposableStack()
})

type Ends = { link: ClientLink; client: Socket; response: ServerResponse; clock: FakeClock }

/** A client that sent a request and does not read, and the gateway's end of its connection. */
async function openLink(): Promise<Ends> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.defer(() => void server.close())
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  client.on('error', () => undefined)
  scope.defer(() => void client.destroy())
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  const clock = createFakeClock()
  const link = new ClientLink({ raw: response, hijack: () => undefined } as unknown as HttpReply, clock)
  link.sendHead(200, {})
  return { link, client, response, clock }
}

// More than the kernel buffers for a client that does not read.
const large = Buffer.alloc(32 * 1024 * 1024)

test('end() resolves when the client has received everything', async () => {
  const { link, client, response } = await openLink()
  const ended = link.end(large)
  expect(response.writableFinished).toBe(false)
  client.resume()
  await ended
  expect(response.writableFinished).toBe(true)
})

test('end() resolves when the client disconnects', async () => {
  const { link, client, response } = await openLink()
  const ended = link.end(large)
  client.destroy()
  await ended
  expect(response.writableFinished).toBe(false)
})

test('a client that never reads the end is disconnected after a time that depends on its size', async () => {
  const { link, response, clock } = await openLink()
  const ended = link.end(large)
  await clock.advance(40_000)
  link.breakIfStuck(clock.monotonicMs())
  expect(response.destroyed).toBe(false)
  await clock.advance(large.length / 16)
  link.breakIfStuck(clock.monotonicMs())
  await ended
  expect(response.destroyed).toBe(true)
})

test('nothing is written after the end', async () => {
  const { link, client, clock } = await openLink()
  const chunks: Buffer[] = []
  client.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = link.end(Buffer.from('the end'))
  await clock.advance(20_000)
  expect(link.ping(clock.monotonicMs())).toBe(false)
  expect(link.write(Buffer.from('more'))).toBe(true)
  await ended
  client.end()
  await once(client.resume(), 'close')
  expect(Buffer.concat(chunks).toString()).toMatch(/the end\r\n0\r\n\r\n$/)
})
