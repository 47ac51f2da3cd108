import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { HttpReply } from '@gatehouse/http/define-route'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { expect, test } from 'vitest'
import { ClientLink } from './client-link.ts'

/** Returns the raw bytes on the wire when `answer` writes to a client of this protocol version. */
async function readRaw(
  version: string,
  answer: (client: ClientLink, response: ServerResponse) => Promise<void>,
): Promise<string> {
  await using server = createServer((_request, response: ServerResponse) => {
    const reply = { raw: response, hijack: () => undefined } as unknown as HttpReply
    const client = new ClientLink(reply, createSystemClock())
    client.sendHead(200, { 'content-type': 'text/event-stream' })
    void answer(client, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`GET / ${version}\r\nhost: a\r\nconnection: close\r\n\r\n`)
  const raw = await text(socket)
  return raw.slice(raw.indexOf('\r\n\r\n') + 4)
}

async function writeFour(client: ClientLink): Promise<void> {
  client.write(Buffer.from('a\n\n'))
  client.write(Buffer.from('é'.repeat(20)))
  await new Promise((resolve) => setImmediate(resolve))
  client.write(Buffer.from('b\n\n'))
  await client.end(Buffer.from('c\n\n'))
}

test('each write is a separate chunk, in order, with its length in bytes', async () => {
  const chunks = ['3\r\na\n\n', `28\r\n${'é'.repeat(20)}`, '3\r\nb\n\n', '3\r\nc\n\n', '0\r\n', '']
  expect(await readRaw('HTTP/1.1', writeFour)).toBe(chunks.join('\r\n'))
})

/** Number of writes that reach the socket while `answer` runs. */
async function countWrites(answer: (client: ClientLink) => Promise<void>): Promise<number> {
  let writes = 0
  await readRaw('HTTP/1.1', async (client, response) => {
    const { socket } = response
    const write = socket?.write.bind(socket) as (...written: unknown[]) => boolean
    const countAndWrite = (...written: unknown[]) => {
      writes += 1
      return write(...written)
    }
    Object.assign(socket ?? {}, { write: countAndWrite })
    await answer(client)
  })
  return writes
}

// Fails if Node changes the fields of a response that the single write depends on.
test('the head and the first bytes are one write', async () => {
  // In both cases the last write is the end of the chunks.
  expect(await countWrites((client) => client.end(Buffer.from('whole')))).toBe(2)
  const written = await countWrites(async (client) => {
    client.write(Buffer.from('a\n\n'))
    await client.end(Buffer.from('b\n\n'))
  })
  expect(written).toBe(3)
})

test('a client without chunked encoding gets the bare bytes', async () => {
  expect(await readRaw('HTTP/1.0', writeFour)).toBe(`a\n\n${'é'.repeat(20)}b\n\nc\n\n`)
})

test('a slow reader applies back pressure, and gets everything', async () => {
  const piece = Buffer.alloc(64 * 1_024, 'x')
  let pauses = 0
  const body = await readRaw('HTTP/1.1', async (client) => {
    for (let index = 0; index < 64; index += 1) {
      const drained = Promise.withResolvers<void>()
      client.listen({ onGone: drained.resolve, onDrain: drained.resolve })
      if (client.write(piece)) continue
      pauses += 1
      await drained.promise
    }
    await client.end(Buffer.alloc(0))
  })
  expect(pauses).toBeGreaterThan(0)
  expect(body.split('x').length - 1).toBe(64 * piece.length)
})
