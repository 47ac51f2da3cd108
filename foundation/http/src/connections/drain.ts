// How a server stops without breaking anybody: first it says that it is not ready, so that the load balancer
// looks elsewhere; then it stops listening; what was begun is finished; only then is it closed.
import type { Server, ServerResponse } from 'node:http'
import type { Clock } from '@gatehouse/runtime/clock'
import { sleep } from '@gatehouse/runtime/clock'

type DrainPhase = 'serving' | 'leaving' | 'finishing'

export type Drain = {
  phase(): DrainPhase
  /** Requests being answered at this moment. */
  activeRequests(): number
  /** Resolves when every request is answered, or the grace is over and the rest were cut. */
  start(limits: { leadMs: number; graceMs: number }): Promise<{ cut: number }>
}

/** `onFinishing` is told when nothing new is taken any more, so that what is no request can come to its end. */
export function createDrain(server: Server, clock: Clock, onFinishing: () => void = () => undefined): Drain {
  const active = new Set<ServerResponse>()
  const finished = Promise.withResolvers<void>()
  let phase: DrainPhase = 'serving'
  let isTidyingPlanned = false

  server.on('request', (_request, response) => {
    active.add(response)
    response.once('close', () => {
      active.delete(response)
      if (phase === 'finishing') settle()
    })
  })

  function settle(): void {
    if (active.size === 0) finished.resolve()
    // An answer that began before the drain promised to keep its connection open, and the client believes it:
    // without this the process would wait for the idle limit. The socket turns idle after this very event. It
    // looks at every connection, so once for all the answers that end in the same turn.
    if (isTidyingPlanned) return
    isTidyingPlanned = true
    setImmediate(() => {
      isTidyingPlanned = false
      server.closeIdleConnections()
    })
  }

  /** Answers whose head is not out yet, written by whomever, tell their clients not to come back. */
  function announceEnd(): void {
    for (const response of active) if (!response.headersSent) response.shouldKeepAlive = false
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
