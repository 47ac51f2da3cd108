// Clients that leave at the wrong moment: right after connecting, while sending, or while receiving.
import { type Socket, connect } from 'node:net'
import type { Random } from '../../kit/seeded-random.ts'
import type { Target } from './raw-sender.ts'

const body =
  '{"model":"svc/chat-cheap","stream":true,"max_tokens":50,"messages":[{"role":"user","content":"Hello"}]}'

const leaveWithinMs = 30

/** Resolves when the connection is closed. */
export function hangUp(target: Target, random: Random, rawKey: string): Promise<void> {
  const socket = connect({ ...target, noDelay: true })
  socket.on('error', () => undefined)
  socket.resume()
  const request =
    `POST /llm/v1/chat/completions HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${rawKey}\r\n` +
    `x-forwarded-for: 101.${random.integer(1, 254)}.${random.integer(1, 254)}.${random.integer(1, 254)}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  socket.once('connect', () => {
    socket.write(
      request.slice(0, random.fraction() < 0.5 ? request.length : random.integer(1, request.length)),
    )
    const leave = () => (random.fraction() < 0.5 ? socket.resetAndDestroy() : socket.destroy())
    if (random.fraction() < 0.5) socket.once('data', leave)
    setTimeout(leave, random.integer(0, leaveWithinMs))
  })
  return isGone(socket)
}

/** Connects and disconnects without sending anything. */
export function connectAndLeave(target: Target): Promise<void> {
  const socket = connect(target)
  socket.on('error', () => undefined)
  socket.once('connect', () => socket.destroy())
  return isGone(socket)
}

function isGone(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()))
}
