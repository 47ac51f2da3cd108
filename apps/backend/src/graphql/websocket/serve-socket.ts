// Connects one WebSocket to the protocol server until either side closes it.
import type { IncomingMessage } from 'node:http'
import type { UpgradeContext } from '@gatehouse/http/define-route'
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Server } from 'graphql-ws'
import type { WebSocket } from 'ws'
import type { AccessCheck } from '../access/viewer.ts'
import type { SocketPlace } from './socket-places.ts'

/** The state of one socket. */
export type Link = UpgradeContext & {
  socket: WebSocket
  request: IncomingMessage
  place: SocketPlace
  /** Set by the first message. */
  token?: string
  /** Ids of the subscriptions whose last message has not been written. */
  running: Set<string>
  /** Access checks by subscription id. */
  checks: Map<string, AccessCheck>
  stopWatching?: () => void
}

const internalErrorCode = 4500
const pingEveryMs = 15_000
// Entries of subscriptions wait for each other, so only a peer that sends and does not read gets this far.
const unreadBytesMax = 1_048_576

export function serveSocket(server: Server<Link>, link: Link, clock: Clock): void {
  const { socket, logger } = link
  const fail = (error: unknown) => {
    logger.error('WebSocket failed unexpectedly', { error })
    socket.close(internalErrorCode, 'Internal error.')
  }
  const stopPinging = keepAlive(socket, clock)
  // Each of its messages may be answered, a ping with its whole payload.
  const endUnread = () => {
    if (socket.bufferedAmount > unreadBytesMax) socket.terminate()
  }
  socket.on('ping', endUnread)
  // A client error, such as an oversized message; ws closes the socket itself.
  socket.on('error', (error) => logger.info('WebSocket client error', { error }))
  const onClosed = server.opened(
    {
      protocol: socket.protocol,
      // Resolves once the bytes have been written, which applies back-pressure when the reader is slow.
      send: (text) =>
        new Promise((resolve) => {
          if (socket.readyState === socket.OPEN) socket.send(text, () => resolve())
          else resolve()
        }),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (receive) =>
        socket.on('message', (data) => {
          void receive(String(data as Buffer)).catch(fail)
          endUnread()
        }),
    },
    link,
  )
  socket.once('close', (code, reason) => {
    stopPinging()
    logger.info('WebSocket /graphql closed', { code, client_address: link.clientAddress })
    void onClosed(code, reason.toString()).catch(fail)
  })
}

/**
 * Pings the peer and terminates the socket if a ping is not answered, which detects a peer that vanished without
 * closing.
 */
function keepAlive(socket: WebSocket, clock: Clock): () => void {
  let hasPonged = true
  let timer: Timer | undefined
  socket.on('pong', () => {
    hasPonged = true
  })
  function plan(): void {
    timer = clock.after(pingEveryMs, () => {
      if (!hasPonged) return socket.terminate()
      hasPonged = false
      socket.ping()
      plan()
    })
  }
  plan()
  return () => timer?.cancel()
}
