import type { Clock } from '@gatehouse/runtime/clock'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'

/** One log line and one measurement per request, taken when its last byte is out or its client is gone. */
export function observeRequests(
  app: FastifyInstance,
  { metrics, clock }: { metrics: Metrics; clock: Clock },
): void {
  const duration = durationHistogram(metrics)
  app.addHook('onRequest', async (request, reply) => {
    const startedMs = clock.monotonicMs()
    reply.raw.once('close', () => {
      const tookMs = clock.monotonicMs() - startedMs
      const status = reply.raw.statusCode
      // The pattern, never the path: a label per id would grow without end.
      const route = request.routeOptions.url ?? 'unknown'
      duration.labels(request.method, route, String(status)).observe(tookMs / 1_000)
      request.context.endSpan(status)
      logRequest(request, reply, { tookMs, route })
    })
  })
}

const durationName = 'gatehouse_http_request_duration_seconds'

function durationHistogram(metrics: Metrics): Histogram {
  const labelNames = ['method', 'route', 'status']
  const buckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100]
  const help = 'From the request head to the last byte of the answer'
  // A service with a second listener measures both in one histogram.
  const existing = metrics.getSingleMetric(durationName)
  if (existing instanceof Histogram) return existing
  return new Histogram({ name: durationName, help, labelNames, buckets, registers: [metrics] })
}

function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { tookMs, route }: { tookMs: number; route: string },
): void {
  const { context } = request
  const level = request.routeOptions.config.isQuiet ? 'debug' : 'info'
  context.logger[level](`${request.method} ${route} ${reply.raw.statusCode}`, {
    took_ms: Math.round(tookMs * 10) / 10,
    client_address: context.clientAddress,
    ...(reply.raw.writableFinished ? {} : { client_gone: true }),
  })
}
