// Preloaded into a gateway (`--import`) to show that a proof notices a fault: PLANTED_FAULT names it.
import { subscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { openThreadClock } from './probe/thread-cpu.ts'

export type PlantedFault =
  /** Uses the given CPU time in every request. */
  | `busy=${number}`
  /** Blocks the event loop for 30 ms in every request with the given number. */
  | `block-every=${number}`
  /** Drops one of the given number of frames. */
  | `drop-frame=${number}`

const blockMs = 30
const threadCpuMs = openThreadClock()
const [kind, value] = (process.env['PLANTED_FAULT'] ?? '').split('=')
const amount = Number(value)
let requests = 0
let frames = 0

if (kind === 'busy') subscribe('http.server.request.start', () => useCpu(amount))
if (kind === 'block-every') {
  subscribe('http.server.request.start', () => {
    requests += 1
    if (requests % amount === 0) useCpu(blockMs)
  })
}
if (kind === 'drop-frame') dropFrames()

function useCpu(ms: number): void {
  const begunMs = threadCpuMs()
  while (threadCpuMs() - begunMs < ms);
}

/** The gateway writes each frame to the socket as one chunk. */
function dropFrames(): void {
  const write = Socket.prototype.write
  const dropping = function (this: Socket, chunk: unknown, ...rest: unknown[]): boolean {
    const isFrame = Buffer.isBuffer(chunk) && chunk.includes('"finish_reason":null')
    if (isFrame) frames += 1
    if (isFrame && frames % amount === 0) return true
    return Reflect.apply(write, this, [chunk, ...rest]) as boolean
  }
  Socket.prototype.write = dropping
}
