import type { IncomingHttpHeaders } from 'node:http'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { isLoopback, normaliseAddress } from '../../requests/client-address.ts'
import { defineRoute } from '../../define-route.ts'
import { unknownRoute } from '../../http-faults.ts'

export type MetricsRouteDeps = {
  metrics: Metrics
  /** True on the public listener if METRICS_PORT is not set: requests from other machines then get a 404. */
  isForThisMachineOnly: boolean
}

/**
 * Metrics for Prometheus. A service that is scraped from another machine serves them on a separate listener,
 * METRICS_PORT.
 */
export function metricsRoute({ metrics, isForThisMachineOnly }: MetricsRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/metrics',
    statuses: [200, 404],
    isQuiet: true,
    async handle(request, reply) {
      const { remoteAddress } = request.raw.socket
      if (isForThisMachineOnly && !isFromThisMachine(remoteAddress, request.headers))
        throw unknownRoute('GET', '/metrics')
      return reply.header('content-type', metrics.contentType).send(await metrics.metrics())
    },
  })
}

// Any of these headers means that a proxy forwarded the request, so its origin is not known to be this machine.
const proxyHeaders = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
]

/** Independent of TRUSTED_PROXIES: a proxy on this machine must not make all its clients local. */
export function isFromThisMachine(peer: string | undefined, headers: IncomingHttpHeaders): boolean {
  const address = normaliseAddress(peer ?? '')
  return address !== undefined && isLoopback(address) && !proxyHeaders.some((name) => name in headers)
}
