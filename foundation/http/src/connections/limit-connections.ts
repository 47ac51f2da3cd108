// Limits how many connections a listener holds. A connection over the limit is closed as soon as it is accepted, before
// a byte is read or written: a connection costs memory and a file descriptor, and a process that has run out of
// descriptors cannot reach its database either.
import type { BlockList, Server } from 'node:net'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter, Gauge } from 'prom-client'
import { isTrusted, normaliseAddress } from '../requests/client-address.ts'

export type ConnectionLimits = {
  max: number
  /** Limit for one peer address that is not one of our proxies; undefined means that only `max` applies. */
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
    logger.warn('refusing connections: limit reached', { reason, max, per_address_max: perAddressMax })
  }

  // Node closes connections over this limit itself and emits `drop`.
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
    // A reset leaves no socket in TIME_WAIT here.
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
        : new Gauge({ name: open, help: 'Open connections', registers: [metrics] }),
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
