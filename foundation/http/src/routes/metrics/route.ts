import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { defineRoute } from '../../define-route.ts'

/** For Prometheus. A public service moves it to a listener of its own with METRICS_PORT. */
export function metricsRoute(deps: { metrics: Metrics }) {
  return defineRoute({
    method: 'GET',
    path: '/metrics',
    statuses: [200],
    isQuiet: true,
    async handle(_request, reply) {
      return reply.type(deps.metrics.contentType).send(await deps.metrics.metrics())
    },
  })
}
