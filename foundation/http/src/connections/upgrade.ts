import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from '@gatehouse/telemetry/create-logger'

export type UpgradeContext = { requestId: string; clientAddress: string | undefined; logger: Logger }

/** Takes over upgraded connections, and asks them to end when the server stops. */
export type Upgrade = {
  accept(
    request: IncomingMessage,
    connection: { socket: Duplex; head: Buffer },
    context: UpgradeContext,
  ): void
  end(): void
}
