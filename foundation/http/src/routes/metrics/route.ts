import type { IncomingHttpHeaders } from 'node:http'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { isLoopback, normaliseAddress } from '../../client-address.ts'
import { defineRoute } from '../../define-route.ts'
import { unknownRoute } from '../../http-faults.ts'

export type MetricsRouteDeps = {
  metrics: Metrics
  /** On the public listener, where there is no METRICS_PORT: for others the route does not exist. */
  isForThisMachineOnly: boolean
}

/** For Prometheus. A service that is scraped from elsewhere has a listener of its own for it, with METRICS_PORT. */
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
      return reply.type(metrics.contentType).send(await metrics.metrics())
    },
  })
}

// With one of them the request was passed on, and the peer is a proxy: what it came from is not known to be this machine.
const signsOfProxy = [
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
  return address !== undefined && isLoopback(address) && !signsOfProxy.some((name) => name in headers)
}
