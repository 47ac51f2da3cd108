// Reads many open streams as their frames arrive, and records each frame's delay, whether frames are missing, repeated or
// out of order, and whether each stream ended completely.
import { type Socket, connect } from 'node:net'
import type { LoadTarget } from '../closed-loop.ts'

export type StreamReaders = {
  /** Returns the delays since the previous call. */
  takeDelays(): number[]
  /** Resolves when all streams have ended. */
  ended: Promise<StreamEnds>
  close(): void
}

type StreamEnds = {
  /** Streams that did not end completely. */
  broken: number
  /** Stamped frames received since the streams were opened. */
  frames: number
  /** Frames that did not follow the one before them. */
  disordered: number
}

const stamp = /@([\d.]+),(\d+)@/g
// Longer than a stamp and than the end of a stream, which may arrive in pieces.
const restLength = 64

export async function openStreams(
  { port, path, headers, body }: LoadTarget,
  count: number,
): Promise<StreamReaders> {
  let delays: number[] = []
  let [frames, disordered] = [0, 0]
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
    let rest = ''
    let last: number | undefined
    socket.on('data', (chunk: Buffer) => {
      const nowMs = performance.now()
      started.resolve()
      const text = rest + chunk.toString('latin1')
      let readTo = 0
      for (const { 0: whole, 1: sentMs, 2: number, index: at } of text.matchAll(stamp)) {
        delays.push(nowMs - Number(sentMs))
        frames += 1
        if (last !== undefined && Number(number) !== last + 1) disordered += 1
        last = Number(number)
        readTo = at + whole.length
      }
      rest = text.slice(Math.max(readTo, text.length - restLength))
      if (rest.endsWith('0\r\n\r\n')) ended.resolve(rest.includes('[DONE]'))
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
    ended: Promise.all(ends).then((all) => ({
      broken: all.filter((isWhole) => !isWhole).length,
      frames,
      disordered,
    })),
    close: () => sockets.forEach((socket) => socket.destroy()),
  }
}
