// Reads many open streams as their frames arrive, and records each frame's delay and whether each stream ended
// completely.
import { type Socket, connect } from 'node:net'
import type { LoadTarget } from './closed-loop.ts'

export type StreamReaders = {
  /** Returns the delays since the previous call. */
  takeDelays(): number[]
  /** Resolves when all streams have ended, to the number of incomplete ones. */
  ended: Promise<{ broken: number }>
  close(): void
}

const stamp = /@([\d.]+)@/g

export async function openStreams(
  { port, path, headers, body }: LoadTarget,
  count: number,
): Promise<StreamReaders> {
  let delays: number[] = []
  const sockets: Socket[] = []
  const starts: Promise<void>[] = []
  const ends: Promise<boolean>[] = []
  for (let index = 0; index < count; index += 1) {
    const lines = Object.entries({ ...headers, 'x-forwarded-for': `10.7.${index >> 8}.${index & 255}` })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const length = Buffer.byteLength(body)
    const request = `POST ${path} HTTP/1.1\r\nhost: g\r\ncontent-length: ${length}\r\n${head}\r\n${body}`
    const started = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<boolean>()
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.setNoDelay(true)
    let tail = ''
    socket.on('data', (chunk: Buffer) => {
      const nowMs = performance.now()
      started.resolve()
      const text = chunk.toString('latin1')
      for (const [, sentMs] of text.matchAll(stamp)) delays.push(nowMs - Number(sentMs))
      tail = (tail + text).slice(-64)
      if (tail.endsWith('0\r\n\r\n')) ended.resolve(tail.includes('[DONE]'))
    })
    const fail = () => {
      started.resolve()
      ended.resolve(false)
    }
    socket.on('error', fail)
    socket.on('close', fail)
    sockets.push(socket)
    starts.push(started.promise)
    ends.push(ended.promise)
    // Opened in groups: this proof measures holding streams open, not opening them.
    if (index % 50 === 49) await started.promise
  }
  // A stream that has not started when the provider ends all of them would count as broken.
  await Promise.all(starts)
  return {
    takeDelays() {
      const taken = delays
      delays = []
      return taken
    },
    ended: Promise.all(ends).then((all) => ({ broken: all.filter((isWhole) => !isWhole).length })),
    close: () => sockets.forEach((socket) => socket.destroy()),
  }
}
