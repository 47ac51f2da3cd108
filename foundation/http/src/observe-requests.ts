import type { Clock } from '@gatehouse/runtime/clock'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'
import { clientGoneStatus } from './fault-response.ts'

/** Writes one log line and one measurement per request, when its last byte is sent or its client has disconnected. */
export function createRequestObserver({ metrics, clock }: { metrics: Metrics; clock: Clock }) {
  const duration = durationHistogram(metrics)
  return (request: FastifyRequest, reply: FastifyReply) => {
    const startedMs = clock.monotonicMs()
    reply.raw.once('close', () => {
      const tookMs = clock.monotonicMs() - startedMs
      // No head was sent, so the client disconnected before the answer, whatever the status would have been.
      const status = reply.raw.headersSent ? reply.raw.statusCode : clientGoneStatus
      // The route pattern, never the path: a label per id would grow without bound.
      const route = request.routeOptions.url ?? 'unknown'
      duration.labels(request.method, route, String(status)).observe(tookMs / 1_000)
      logRequest(request, reply, { tookMs, route, status })
      request.context.endSpan(status)
    })
  }
}

const durationName = 'gatehouse_http_request_duration_seconds'

function durationHistogram(metrics: Metrics): Histogram {
  const labelNames = ['method', 'route', 'status']
  const buckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100]
  const help = 'From the request head to the last byte of the answer'
  // A service with two listeners measures both in one histogram.
  const existing = metrics.getSingleMetric(durationName)
  if (existing instanceof Histogram) return existing
  return new Histogram({ name: durationName, help, labelNames, buckets, registers: [metrics] })
}

function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { tookMs, route, status }: { tookMs: number; route: string; status: number },
): void {
  const { context } = request
  const level = request.routeOptions.config.isQuiet ? 'debug' : 'info'
  context.logger[level](`${request.method} ${route} ${status}`, {
    took_ms: Math.round(tookMs * 10) / 10,
    client_address: context.clientAddress,
    ...context.logFields(),
    ...(reply.raw.writableFinished ? {} : { client_gone: true }),
  })
}
