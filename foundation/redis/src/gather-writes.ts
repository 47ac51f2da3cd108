import type { Socket } from 'node:net'

/**
 * Lets all commands of one turn of the event loop go out in one write. The client writes each by itself, and under load
 * these writes are a quarter of what a command costs.
 */
export function gatherWrites(socket: Socket): void {
  const write = socket.write.bind(socket) as (...values: unknown[]) => boolean
  let isGathering = false
  socket.write = (...values: unknown[]) => {
    if (!isGathering) {
      isGathering = true
      socket.cork()
      process.nextTick(() => {
        isGathering = false
        socket.uncork()
      })
    }
    return write(...values)
  }
}
