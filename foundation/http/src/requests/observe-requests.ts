import type { Clock } from '@gatehouse/runtime/clock'
import type { ServerResponse } from 'node:http'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import {
  type ObservedSeries,
  type SeriesOf,
  createHistogramSeries,
} from '@gatehouse/telemetry/series-metrics'
import { clientGoneStatus } from '../fault-response.ts'
import type { RequestContext } from './request-context.ts'

/** `url` is the pattern of the route, never a path: a label per id would grow without bound. */
export type ObservedRoute = { url: string; isQuiet: boolean }

/** Writes one log line and one measurement per request, when its last byte is sent or its client has disconnected. */
export function createRequestObserver({ metrics, clock }: { metrics: Metrics; clock: Clock }) {
  const duration = durationHistogram(metrics)
  return (
    method: string,
    context: RequestContext,
    { response, route }: { response: ServerResponse; route: ObservedRoute },
  ) => {
    const startedMs = clock.monotonicMs()
    response.on('close', () => {
      const tookMs = clock.monotonicMs() - startedMs
      // No head was sent, so the client disconnected before the answer, whatever the status would have been.
      const status = response.headersSent ? response.statusCode : clientGoneStatus
      duration(method, route.url, String(status)).observe(tookMs / 1_000)
      logRequest(context, { tookMs, status, isAnswered: response.writableFinished, method, route })
    })
  }
}

function durationHistogram(metrics: Metrics): SeriesOf<ObservedSeries> {
  return createHistogramSeries(metrics, {
    name: 'gatehouse_http_request_duration_seconds',
    help: 'From the request head to the last byte of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100],
  })
}

type ObservedEnd = {
  method: string
  route: ObservedRoute
  tookMs: number
  status: number
  isAnswered: boolean
}

function logRequest(
  context: RequestContext,
  { method, route, tookMs, status, isAnswered }: ObservedEnd,
): void {
  const fields = context.end(status)
  fields['took_ms'] = Math.round(tookMs * 10) / 10
  fields['client_address'] = context.clientAddress
  if (!isAnswered) fields['client_gone'] = true
  context.logger[route.isQuiet ? 'debug' : 'info'](`${method} ${route.url} ${status}`, fields)
}
