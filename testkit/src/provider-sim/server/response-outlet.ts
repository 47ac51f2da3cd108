// The writing end of one response. Every wait (for time, or for space in the socket buffer) ends as soon as the client
// disconnects, and there is at most one timer per response, which keeps thousands of paced streams affordable.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

export type ResponseOutlet = {
  /** True once the connection is closed, by either side. */
  readonly isClosed: boolean
  /** True when the whole response has been handed to the kernel. */
  readonly isFinished: boolean
  start(status: number, headers: OutgoingHttpHeaders): void
  wait(ms: number): Promise<void>
  /** Resolves when more can be written, or the connection is closed. */
  write(bytes: Buffer): Promise<void>
  /** Resolves when everything written, headers included, has been handed to the kernel. */
  flush(): Promise<void>
  end(): Promise<void>
  /** Closes the connection without ending the body. */
  cut(): void
  /** Closes the connection with a TCP reset. */
  reset(): void
  closed(): Promise<void>
}

// A longer timer would overflow and fire immediately.
const TIMER_MS_MAX = 2 ** 31 - 1

export function openOutlet(response: ServerResponse): ResponseOutlet {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let stopWaiting = (): void => {}

  response.on('close', () => {
    isClosed = true
    clearTimeout(timer)
    stopWaiting()
  })
  // A write to a closing connection is reported here and by 'close'; the latter is enough.
  response.on('error', () => {})

  function until(begin: (done: () => void) => void): Promise<void> {
    if (isClosed) return Promise.resolve()
    return new Promise((resolve) => {
      stopWaiting = resolve
      begin(resolve)
    })
  }

  return {
    get isClosed() {
      return isClosed
    },
    get isFinished() {
      return response.writableFinished
    },
    start(status, headers) {
      response.writeHead(status, headers)
    },
    wait(ms) {
      if (response.headersSent) response.flushHeaders()
      return until((done) => {
        timer = setTimeout(done, Math.min(ms, TIMER_MS_MAX))
      })
    },
    write(bytes) {
      if (isClosed || response.write(bytes)) return Promise.resolve()
      return until((done) => response.once('drain', done))
    },
    flush() {
      response.flushHeaders()
      // The callback of an empty write runs after everything written so far. The kernel often accepts that data in the
      // same turn of the event loop, and a reader in this process would then receive it merged with the next write, so
      // the next turn is awaited.
      return until((done) => response.socket?.write('', () => setImmediate(done)))
    },
    end() {
      return until((done) => response.end(done))
    },
    cut() {
      response.socket?.destroy()
    },
    reset() {
      response.socket?.resetAndDestroy()
    },
    closed() {
      return until(() => {})
    },
  }
}
