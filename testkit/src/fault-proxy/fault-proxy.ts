// A TCP proxy that breaks the network on command, between a client under test and a real server. If the target itself
// refuses a connection, the client sees one that is reset immediately, because the proxy accepts before it knows.
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { createFaultConnection, type FaultConnection } from './fault-connection.ts'
import { findFreePort } from '../server-process/free-port.ts'
import type { NetworkFault } from './network-fault.ts'

export type FaultProxyOptions = { targetPort: number; targetHost?: string; port?: number }

export type FaultProxy = {
  readonly port: number
  /** Number of connected clients. */
  readonly connections: number
  /** Bytes forwarded since the start. */
  readonly bytes: { readonly toTarget: number; readonly toClient: number }
  /** Replaces the fault for open and new connections; resolves when it is in effect. */
  set(fault: NetworkFault): Promise<void>
  /** `set({ kind: 'pass' })`. */
  heal(): Promise<void>
  /** Leads new connections to another port, as a name that now stands for another server; open ones stay. */
  leadTo(port: number): void
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const target = { port: options.targetPort, host: options.targetHost ?? '127.0.0.1', allowHalfOpen: true }
  const port = options.port ?? (await findFreePort())
  const connections = new Set<FaultConnection>()
  const bytes = { toTarget: 0, toClient: 0 }
  let fault: NetworkFault = { kind: 'pass' }
  let server: Server | undefined = await listen()

  async function listen(): Promise<Server> {
    const listener = createServer({ allowHalfOpen: true }, (client) => {
      const connection = createFaultConnection({
        client,
        target,
        onForwarded: (direction, count) => (bytes[direction] += count),
        onClosed: () => connections.delete(connection),
      })
      connections.add(connection)
      connection.apply(fault)
    })
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
    listener.on('error', () => undefined)
    return listener
  }

  async function set(next: NetworkFault): Promise<void> {
    if (next.kind === 'slice' && !(next.bytes >= 1)) throw new RangeError('a slice has at least one byte')
    fault = next
    for (const connection of connections) connection.apply(next)
    if (next.kind === 'refuse') {
      server?.close()
      server = undefined
    } else {
      server ??= await listen()
    }
  }

  async function close(): Promise<void> {
    const closed = server && once(server, 'close')
    server?.close()
    server = undefined
    for (const connection of connections) connection.destroy()
    await closed
  }

  return {
    port,
    get connections() {
      return [...connections].filter((connection) => connection.isOpen).length
    },
    bytes,
    set,
    heal: async () => set({ kind: 'pass' }),
    leadTo(newPort) {
      target.port = newPort
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
