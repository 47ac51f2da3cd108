// One client connection through the fault proxy, and the proxy's connection to the target behind it.
import { Socket, type TcpNetConnectOpts } from 'node:net'
import { createFlow } from './fault-flow.ts'
import type { Direction, NetworkFault } from './network-fault.ts'

export type FaultConnection = {
  /** Whether the client's end is still open, as far as the proxy can observe under the current fault. */
  readonly isOpen: boolean
  apply(fault: NetworkFault): void
  destroy(): void
}

export type FaultConnectionOptions = {
  client: Socket
  target: TcpNetConnectOpts
  onForwarded: (direction: Direction, bytes: number) => void
  onClosed: () => void
}

export function createFaultConnection(options: FaultConnectionOptions): FaultConnection {
  const { client, onForwarded, onClosed } = options
  // Half-closed connections are passed on as such, so both sockets must allow them.
  const target = new Socket({ allowHalfOpen: true })
  const sockets = [client, target]
  let fault: NetworkFault = { kind: 'pass' }
  let isDialled = false
  let isDead = false

  const flows = [
    createFlow({
      direction: 'toTarget',
      source: client,
      sink: target,
      onForwarded: (bytes) => onForwarded('toTarget', bytes),
      onLimit,
    }),
    createFlow({
      direction: 'toClient',
      source: target,
      sink: client,
      onForwarded: (bytes) => onForwarded('toClient', bytes),
      onLimit,
    }),
  ]

  for (const socket of sockets) {
    socket.setNoDelay(true)
    // Errors are handled in `close`, which always follows.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      passErrorsOn()
      if (!isDialled) target.destroy()
      if (sockets.every((other) => other.destroyed)) onClosed()
    })
  }

  // Only errors need to be passed on here: a clean end has already passed through the flow as an `end`, after the last
  // bytes.
  function passErrorsOn(): void {
    if (isDead || fault.kind === 'blackHole') return
    if (client.errored) reset(target)
    if (target.errored) reset(client)
  }

  function onLimit(): void {
    for (const flow of flows) flow.discard()
    if (fault.kind === 'resetAfterBytes') return sockets.forEach(reset)
    // The sockets are still read to the end rather than destroyed, because the kernel closes a socket that has unread
    // bytes with RST instead of FIN.
    for (const socket of sockets) socket.end()
  }

  function die(): void {
    isDead = true
    for (const flow of flows) flow.discard()
    target.destroy()
  }

  return {
    get isOpen() {
      return !client.destroyed && !(isDead && client.readableEnded)
    },
    apply(next) {
      fault = next
      if (next.kind === 'reset') return sockets.forEach(reset)
      if (isDead) return
      if (next.kind === 'halfOpen') return die()
      if (next.kind !== 'blackHole' && !isDialled) {
        isDialled = true
        target.connect(options.target)
      }
      for (const flow of flows) flow.apply(next)
      passErrorsOn()
    },
    destroy() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function reset(socket: Socket): void {
  if (socket.pending) socket.destroy()
  else if (!socket.destroyed) socket.resetAndDestroy()
}
