// How many connections a listener holds. What is beyond is closed as soon as it is accepted, before a byte is read or written:
// a connection costs memory and a file descriptor, and a process without descriptors can open none to its database either.
import type { BlockList, Server } from 'node:net'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter, Gauge } from 'prom-client'
import { isTrusted, normaliseAddress } from '../client-address.ts'

export type ConnectionLimits = {
  max: number
  /** For one peer address that is not one of our proxies; undefined is no limit but the one above. */
  perAddressMax: number | undefined
}

export type LimitDeps = {
  trustedProxies: BlockList
  clock: Pick<Clock, 'monotonicMs'>
  logger: Logger
  metrics: Metrics
}

type RefusalReason = 'total' | 'address'

// A flood of connections must not flood the log as well; the metric counts them all.
const logEveryMs = 60_000

export function limitConnections(
  server: Server,
  { max, perAddressMax }: ConnectionLimits,
  { trustedProxies, clock, logger, metrics }: LimitDeps,
): void {
  const count = countConnections(metrics)
  let logAgainAtMs = Number.NEGATIVE_INFINITY

  function refuse(reason: RefusalReason): void {
    count.refused.inc({ reason })
    const nowMs = clock.monotonicMs()
    if (nowMs < logAgainAtMs) return
    logAgainAtMs = nowMs + logEveryMs
    logger.warn('connections are refused: too many are open', { reason, max, per_address_max: perAddressMax })
  }

  // Node closes those beyond by itself, and says so.
  server.maxConnections = max
  server.on('drop', () => refuse('total'))
  const openByAddress = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = normaliseAddress(socket.remoteAddress ?? '') ?? 'unknown'
    const open = (openByAddress.get(address) ?? 0) + 1
    openByAddress.set(address, open)
    count.open.inc()
    socket.once('close', () => {
      count.open.dec()
      const left = (openByAddress.get(address) ?? 1) - 1
      if (left > 0) openByAddress.set(address, left)
      else openByAddress.delete(address)
    })
    if (perAddressMax === undefined || open <= perAddressMax || isTrusted(trustedProxies, address)) return
    refuse('address')
    // With a reset, so that nothing of it lingers here.
    socket.resetAndDestroy()
  })
}

function countConnections(metrics: Metrics): { open: Gauge; refused: Counter<'reason'> } {
  const [open, refused] = ['gatehouse_http_connections', 'gatehouse_http_connections_refused_total']
  // A service with several listeners counts them together.
  const [known, knownRefused] = [metrics.getSingleMetric(open), metrics.getSingleMetric(refused)]
  return {
    open:
      known instanceof Gauge
        ? known
        : new Gauge({ name: open, help: 'Connections that are open', registers: [metrics] }),
    refused:
      knownRefused instanceof Counter
        ? knownRefused
        : new Counter({
            name: refused,
            help: 'Connections closed as soon as they were accepted, because too many were open',
            labelNames: ['reason'],
            registers: [metrics],
          }),
  }
}
