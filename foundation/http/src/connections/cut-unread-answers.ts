// Cuts answers whose clients do not read them. Such an answer keeps its bytes in memory, and a client that opens many
// and reads none exhausts the process. A connection that is idle because there is nothing to send is left alone.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import { ShortLivedMap } from '@gatehouse/runtime/short-lived'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type Reading, type ReadingLimits, judgeReading } from './judge-reading.ts'

type CutDeps = { clock: Pick<Clock, 'after' | 'monotonicMs'>; logger: Logger }

type Watched = { socket: Socket; reading: Reading | undefined }

export function cutUnreadAnswers(
  server: Server,
  limits: ReadingLimits & { checkEveryMs: number },
  { clock, logger }: CutDeps,
): void {
  const open = new ShortLivedMap<Socket, Watched>()
  let timer: Timer | undefined

  function check(): void {
    const nowMs = clock.monotonicMs()
    for (const watched of open.values()) {
      const { socket } = watched
      const unsentBytes = socket.writableLength
      if (unsentBytes === 0) {
        watched.reading = undefined
        continue
      }
      const seen = { writtenBytes: socket.bytesWritten, unsentBytes, kernelBytes: kernelBytesOf(socket) }
      const reading = judgeReading(watched.reading, seen, { ...limits, nowMs })
      if (reading !== 'stuck') {
        watched.reading = reading
        continue
      }
      logger.info('answer cut: its client does not read it', { unsent_bytes: unsentBytes })
      // A reset, because the kernel would otherwise keep what it has of the answer for minutes.
      socket.resetAndDestroy()
    }
    timer = clock.after(limits.checkEveryMs, check)
  }

  server.on('connection', (socket) => {
    open.set(socket, { socket, reading: undefined })
    socket.once('close', () => open.delete(socket))
  })
  // What waits for the client of a WebSocket is limited where it is written.
  server.on('upgrade', ({ socket }) => open.delete(socket))
  server.on('listening', check)
  server.on('close', () => timer?.cancel())
}

/**
 * Bytes of the current write that the kernel has not taken yet. Node counts a write only when all of it is taken, so
 * this undocumented field alone shows the progress of an answer that is written in one piece; Node's own socket timeout
 * reads it, too.
 */
function kernelBytesOf(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}
