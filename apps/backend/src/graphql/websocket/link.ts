import type { IncomingMessage } from 'node:http'
import type { UpgradeContext } from '@gatehouse/http/define-route'
import type { WebSocket } from 'ws'
import type { SocketPlace } from './socket-places.ts'
import type { AccessCheck } from './watch-access.ts'

/** The state of one socket. */
export type Link = UpgradeContext & {
  socket: WebSocket
  request: IncomingMessage
  place: SocketPlace
  /** Set by the first message. */
  token?: string
  /** Access checks by subscription id. */
  checks: Map<string, AccessCheck>
  stopWatching?: () => void
}
