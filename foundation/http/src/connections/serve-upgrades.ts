// A connection that is upgraded to a WebSocket leaves HTTP: hooks, the request log and the drain no longer see it. This
// file gives such a connection what every request gets before its route runs.
import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { findClientAddress } from '../requests/client-address.ts'
import type { Route } from '../define-route.ts'
import { findAmbiguity } from '../refusals/ambiguous-head.ts'

export type UpgradeDeps = {
  routes: readonly Route[]
  trustedProxies: BlockList
  ids: Ids
  logger: Logger
  isServing: () => boolean
}

export type Upgrades = {
  /**
   * Whether this request goes to `accept`. Any other request is served as ordinary HTTP, whatever upgrade it offers.
   */
  isUpgrade(request: IncomingMessage): boolean
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void
  end(): void
  /** Closes the connections that are still open. */
  destroy(): void
}

export function createUpgrades({ routes, trustedProxies, ids, logger, isServing }: UpgradeDeps): Upgrades {
  const byPath = new Map(routes.flatMap(({ path, upgrade }) => (upgrade ? [[path, upgrade] as const] : [])))
  const open = new Set<Duplex>()
  const find = ({ url = '' }: IncomingMessage) => byPath.get(url.split('?', 1)[0] ?? '')
  return {
    isUpgrade: (request) =>
      request.headers.upgrade?.toLowerCase() === 'websocket' && find(request) !== undefined,
    accept(request, socket, head) {
      // There is no other listener, and an unhandled error event ends the process.
      socket.on('error', () => socket.destroy())
      const upgrade = find(request)
      if (!upgrade || !isServing()) return refuse(socket, '503 Service Unavailable')
      const { rawHeaders, url = '', httpVersion } = request
      if (findAmbiguity(rawHeaders, url, httpVersion) !== undefined) return refuse(socket, '400 Bad Request')
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      const requestId = ids.uuid()
      const forwardedFor = request.headers['x-forwarded-for']?.toString()
      const clientAddress = findClientAddress(trustedProxies, request.socket.remoteAddress, forwardedFor)
      upgrade.accept(
        request,
        { socket, head },
        { requestId, clientAddress, logger: logger.with({ request_id: requestId }) },
      )
    },
    end() {
      for (const upgrade of byPath.values()) upgrade.end()
    },
    destroy() {
      for (const socket of open) socket.destroy()
    },
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => socket.destroy())
}
