// Which answers a connection still waits for. Whoever speaks on it outside of them must know: a client takes the next
// answer that it reads for that of its first request that has none.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type ExchangeBook = {
  add(request: IncomingMessage, response: ServerResponse): void
  /** Where the bytes stand that the parser has just refused. */
  standingOf(socket: Socket): Standing
}

type Standing =
  /** An answer to them would be taken for one: no other is awaited. */
  | { kind: 'unanswered' }
  /** They are the rest of a request whose answer has begun, or is over. */
  | { kind: 'answered' }
  /** Earlier requests are to be answered first. The task runs when they are. */
  | { kind: 'behind'; afterwards(task: () => void): void }

type Exchange = { request: IncomingMessage; response: ServerResponse }
type Connection = { open: Set<ServerResponse>; latest: Exchange }

export function createExchangeBook(): ExchangeBook {
  const connections = new WeakMap<Socket, Connection>()
  return {
    add(request, response) {
      const { socket } = request
      const latest = { request, response }
      const open = connections.get(socket)?.open ?? new Set()
      connections.set(socket, { open: open.add(response), latest })
      response.once('close', () => open.delete(response))
    },
    standingOf(socket) {
      const connection = connections.get(socket)
      if (!connection) return { kind: 'unanswered' }
      const { open, latest } = connection
      const isRestOfLatest = !latest.request.complete
      const earlier = [...open].filter((response) => !isRestOfLatest || response !== latest.response)
      const last = earlier.at(-1)
      if (last) return { kind: 'behind', afterwards: (task) => endWith(last, task) }
      return { kind: isRestOfLatest && latest.response.headersSent ? 'answered' : 'unanswered' }
    },
  }
}

function endWith(last: ServerResponse, task: () => void): void {
  if (!last.headersSent) last.shouldKeepAlive = false
  last.once('close', task)
}
