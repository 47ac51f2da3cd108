// Lets one WebSocket speak with the server of the protocol, until either ends it.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Server } from 'graphql-ws'
import type { WebSocket } from 'ws'
import type { Link } from './link.ts'

const internalErrorCode = 4500
const pingEveryMs = 15_000

export function serveSocket(server: Server<Link>, link: Link, clock: Clock): void {
  const { socket, logger } = link
  const fail = (error: unknown) => {
    logger.error('a WebSocket failed unexpectedly', { error })
    socket.close(internalErrorCode, 'Something went wrong on our side.')
  }
  const stopPinging = keepAlive(socket, clock)
  // What a client does wrong, such as a message that is too large; the socket closes by itself.
  socket.on('error', (error) => logger.info('a WebSocket broke', { error }))
  const onClosed = server.opened(
    {
      protocol: socket.protocol,
      // Resolves when the bytes have left us: this is what makes a slow reader slow.
      send: (text) =>
        new Promise((resolve) => {
          if (socket.readyState === socket.OPEN) socket.send(text, () => resolve())
          else resolve()
        }),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (receive) =>
        socket.on('message', (data) => void receive(String(data as Buffer)).catch(fail)),
    },
    link,
  )
  socket.once('close', (code, reason) => {
    stopPinging()
    logger.info('WebSocket /graphql ended', { code, client_address: link.clientAddress })
    void onClosed(code, reason.toString()).catch(fail)
  })
}

/** A connection whose other end is gone without a word is noticed by its silence. */
function keepAlive(socket: WebSocket, clock: Clock): () => void {
  let isHeard = true
  let timer: Timer | undefined
  socket.on('pong', () => {
    isHeard = true
  })
  function plan(): void {
    timer = clock.after(pingEveryMs, () => {
      if (!isHeard) return socket.terminate()
      isHeard = false
      socket.ping()
      plan()
    })
  }
  plan()
  return () => timer?.cancel()
}
