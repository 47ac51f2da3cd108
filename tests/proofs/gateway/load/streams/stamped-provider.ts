// A provider whose frames carry the time at which they were sent and a number. A reader in the same process can compute
// each frame's delay to the microsecond, and notices frames that are missing, repeated or out of order.
import { once } from 'node:events'
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'

export type StampedProvider = {
  server: Server
  baseUrl: string
  /** Sends one frame per period to each stream, spread over the period, until `endStreams`. */
  start(periodMs: number): void
  endStreams(): void
  /** Number of stamped frames sent since the last call. */
  takeSent(): number
}

const head = Buffer.from(
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n',
)
const chunked = (text: string) => Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
const chunk = (rest: string) =>
  `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1760000000,"model":"sim-chat",${rest}}\n\n`
const frame = (nowMs: number, number: number) =>
  chunked(
    chunk(
      `"choices":[{"index":0,"delta":{"content":"@${nowMs.toFixed(3)},${number}@"},"finish_reason":null}]`,
    ),
  )
const last = Buffer.concat([
  chunked(chunk('"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]')),
  chunked(chunk('"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":9,"total_tokens":18}')),
  chunked('data: [DONE]\n\n'),
  Buffer.from('0\r\n\r\n'),
])
const groups = 50

/** Streams that get the same frames, and the number of the last one. */
type Group = { number: number; sockets: Set<Socket> }

export async function startStampedProvider(): Promise<StampedProvider> {
  const streams: Group[] = Array.from({ length: groups }, () => ({ number: 0, sockets: new Set() }))
  let next = 0
  let sent = 0
  let timer: NodeJS.Timeout | undefined
  const server = createServer((socket) => {
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    const group = streams[(next += 1) % groups]
    socket.on('close', () => group?.sockets.delete(socket))
    let received = ''
    socket.on('data', (data) => {
      received += data.toString('latin1')
      if (!group || !received.includes('"stream":true')) return
      received = ''
      socket.write(Buffer.concat([head, frame(performance.now(), group.number)]))
      sent += 1
      group.sockets.add(socket)
    })
  })
  server.listen(0, '127.0.0.1', 16_384)
  await once(server, 'listening')
  let turn = 0
  const tick = () => {
    const group = streams[(turn += 1) % groups]
    if (!group) return
    const bytes = frame(performance.now(), (group.number += 1))
    for (const socket of group.sockets) socket.write(bytes)
    sent += group.sockets.size
  }
  const { port } = server.address() as AddressInfo
  return {
    server,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    start(periodMs) {
      clearInterval(timer)
      timer = setInterval(tick, periodMs / groups)
    },
    endStreams() {
      clearInterval(timer)
      for (const { sockets } of streams) {
        for (const socket of sockets) socket.write(last)
        sockets.clear()
      }
    },
    takeSent() {
      const taken = sent
      sent = 0
      return taken
    },
  }
}
