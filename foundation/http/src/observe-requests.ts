import type { Clock } from '@gatehouse/runtime/clock'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type ObservedSeries,
  type SeriesOf,
  createHistogramSeries,
} from '@gatehouse/telemetry/series-metrics'
import { clientGoneStatus } from './fault-response.ts'

/** Writes one log line and one measurement per request, when its last byte is sent or its client has disconnected. */
export function createRequestObserver({ metrics, clock }: { metrics: Metrics; clock: Clock }) {
  const duration = durationHistogram(metrics)
  return (request: FastifyRequest, reply: FastifyReply) => {
    const startedMs = clock.monotonicMs()
    reply.raw.on('close', () => {
      const tookMs = clock.monotonicMs() - startedMs
      // No head was sent, so the client disconnected before the answer, whatever the status would have been.
      const status = reply.raw.headersSent ? reply.raw.statusCode : clientGoneStatus
      const route = request.routeOptions.url ?? 'unknown'
      duration(request.method, route, String(status)).observe(tookMs / 1_000)
      logRequest(request, reply, { tookMs, route, status })
    })
  }
}

function durationHistogram(metrics: Metrics): SeriesOf<ObservedSeries> {
  return createHistogramSeries(metrics, {
    name: 'gatehouse_http_request_duration_seconds',
    help: 'From the request head to the last byte of the answer',
    // The route pattern, never the path: a label per id would grow without bound.
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100],
  })
}

function logRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { tookMs, route, status }: { tookMs: number; route: string; status: number },
): void {
  const { context } = request
  const fields = context.end(status)
  fields['took_ms'] = Math.round(tookMs * 10) / 10
  fields['client_address'] = context.clientAddress
  if (!reply.raw.writableFinished) fields['client_gone'] = true
  const level = request.routeOptions.config.isQuiet ? 'debug' : 'info'
  context.logger[level](`${request.method} ${route} ${status}`, fields)
}
