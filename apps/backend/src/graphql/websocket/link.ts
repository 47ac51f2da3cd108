import type { IncomingMessage } from 'node:http'
import type { UpgradeContext } from '@gatehouse/http/define-route'
import type { WebSocket } from 'ws'
import type { SocketPlace } from './socket-places.ts'
import type { AccessCheck } from './watch-access.ts'

/** What is known of one socket. */
export type Link = UpgradeContext & {
  socket: WebSocket
  request: IncomingMessage
  place: SocketPlace
  /** From the first message on. */
  token?: string
  /** By the id of the subscription. */
  checks: Map<string, AccessCheck>
  stopWatching?: () => void
}
