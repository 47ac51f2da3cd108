// Shuts a server down without breaking clients: it first reports that it is not ready, so that the load balancer sends
// traffic elsewhere; then it stops listening and finishes the requests in flight; only then does it close.
import type { Server, ServerResponse } from 'node:http'
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import { ShortLivedList } from '@gatehouse/runtime/short-lived'

type DrainPhase = 'serving' | 'leaving' | 'finishing'

export type Drain = {
  phase(): DrainPhase
  /** Requests in flight. */
  activeRequests(): number
  /**
   * Resolves when every request is answered, or when the grace period is over and the remaining requests were cut off.
   */
  start(limits: { leadMs: number; graceMs: number }): Promise<{ cut: number }>
}

/**
 * `onFinishing` is called when the server stops accepting connections, so that connections upgraded to WebSockets,
 * which do not count as requests, can end too.
 */
export function createDrain(server: Server, clock: Clock, onFinishing: () => void = () => undefined): Drain {
  const active = new ShortLivedList<ServerResponse>()
  const finished = Promise.withResolvers<void>()
  let phase: DrainPhase = 'serving'
  let isCleanupPlanned = false

  server.on('request', (_request, response) => {
    const member = active.add(response)
    response.on('close', () => {
      active.remove(member)
      if (phase === 'finishing') settle()
    })
  })

  function settle(): void {
    if (active.size === 0) finished.resolve()
    // An answer whose head was sent before the drain began told the client to keep the connection alive, and the client
    // does: without `closeIdleConnections` the process would wait for the idle limit. The socket becomes idle only
    // after this event, hence setImmediate. The call scans every connection, so it runs once for all answers that end
    // in the same turn of the event loop.
    if (isCleanupPlanned) return
    isCleanupPlanned = true
    setImmediate(() => {
      isCleanupPlanned = false
      server.closeIdleConnections()
    })
  }

  /** Makes every answer whose head has not been sent yet say `Connection: close`. */
  function announceEnd(): void {
    for (const response of active.values()) if (!response.headersSent) response.shouldKeepAlive = false
  }

  return {
    phase: () => phase,
    activeRequests: () => active.size,
    async start({ leadMs, graceMs }) {
      phase = 'leaving'
      announceEnd()
      if (leadMs > 0) await sleep(clock, leadMs)
      phase = 'finishing'
      onFinishing()
      server.close()
      settle()
      const timer = clock.after(graceMs, finished.resolve)
      await finished.promise
      timer.cancel()
      const cut = active.size
      server.closeAllConnections()
      return { cut }
    },
  }
}
