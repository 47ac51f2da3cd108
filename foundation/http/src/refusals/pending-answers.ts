// Tracks which answers are still pending on each connection. Code that writes anything else to a connection must know
// this, because a client takes the next answer it reads as the one to its oldest unanswered request.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ShortLivedList } from '@gatehouse/runtime/short-lived'

export type PendingAnswers = {
  add(request: IncomingMessage, response: ServerResponse): void
  /** Adds a request whose answer has been written. */
  addAnswered(request: IncomingMessage, response: ServerResponse): void
  /** Where the bytes that the parser has just rejected stand in relation to the connection's requests. */
  positionOf(socket: Socket): StreamPosition
}

type StreamPosition =
  /** No other answer is pending, so the client would correctly take the next answer as the one to these bytes. */
  | { kind: 'unanswered' }
  /** The bytes are the rest of a request whose answer has begun or has ended. */
  | { kind: 'answered' }
  /** Earlier requests must be answered first. The task runs once they are. */
  | { kind: 'behind'; afterwards(task: () => void): void }

type Exchange = { request: IncomingMessage; response: ServerResponse }
type Connection = { open: ShortLivedList<ServerResponse>; latest: Exchange }

export function createPendingAnswers(): PendingAnswers {
  const connections = new WeakMap<Socket, Connection>()
  return {
    add(request, response) {
      const { socket } = request
      const latest = { request, response }
      const known = connections.get(socket)
      const open = known?.open ?? new ShortLivedList()
      const member = open.add(response)
      if (known) known.latest = latest
      else connections.set(socket, { open, latest })
      response.on('close', () => open.remove(member))
    },
    addAnswered(request, response) {
      const known = connections.get(request.socket)
      const latest = { request, response }
      if (known) known.latest = latest
      else connections.set(request.socket, { open: new ShortLivedList(), latest })
    },
    positionOf(socket) {
      const connection = connections.get(socket)
      if (!connection) return { kind: 'unanswered' }
      const { open, latest } = connection
      const isRestOfLatest = !latest.request.complete
      const earlier = open.values().filter((response) => !isRestOfLatest || response !== latest.response)
      const last = earlier.at(-1)
      if (last) return { kind: 'behind', afterwards: (task) => runAfter(last, task) }
      return { kind: isRestOfLatest && latest.response.headersSent ? 'answered' : 'unanswered' }
    },
  }
}

function runAfter(last: ServerResponse, task: () => void): void {
  if (!last.headersSent) last.shouldKeepAlive = false
  last.once('close', task)
}
