// Rejects requests before the framework sees them. A process that is offered several times what it can serve has to
// reject most of its requests, and each rejection takes CPU time from the requests that it serves. Therefore the answer
// is translated once, requests are counted in plain numbers, and there is no context, hook or log line per request.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter } from 'prom-client'
import { type CrossOrigin, addCrossOriginHeaders } from '../cross-origin.ts'
import type { EarlyRejection, Route } from '../define-route.ts'
import type { TranslateFault } from '../fault-response.ts'

export type EarlyRejectionOptions = {
  routes: readonly Route[]
  translateFault: TranslateFault
  clock: Pick<Clock, 'monotonicMs'>
  ids: Ids
  logger: Logger
  metrics: Metrics
  crossOrigin?: CrossOrigin | undefined
}

/** Returns true if it has answered the request. */
export type RejectEarly = (request: IncomingMessage, response: ServerResponse) => boolean

type Rejecting = {
  route: Route
  rejection: EarlyRejection
  status: number
  /** Names and values in turn, which Node writes without looking at them again. */
  headers: readonly string[]
  /** The body around the request's id. */
  bodyParts: readonly string[]
  count: number
}

// A line per rejection would flood the log; the metric counts them all.
const logEveryMs = 10_000
// Node reads the rest of a rejected body to reach the next request. Above this size a new connection costs less.
const unreadBytesMax = 65_536

export function createEarlyRejection(options: EarlyRejectionOptions): RejectEarly | undefined {
  const rejecting = options.routes.flatMap((route) => toRejecting(route, options.translateFault))
  if (rejecting.length === 0) return undefined
  const find = createFinder(rejecting)
  const log = createLogLine(options)
  exportCounts(options.metrics, rejecting)
  const { ids, crossOrigin } = options
  return (request, response) => {
    const found = find(request)
    if (!found?.rejection.isDue()) return false
    found.count += 1
    log(found)
    if (!isSmall(request)) response.shouldKeepAlive = false
    // A browser would otherwise report a network error to the page instead of this answer.
    if (crossOrigin && request.headers.origin !== undefined)
      addCrossOriginHeaders(crossOrigin, request, response)
    const requestId = ids.uuid()
    const body = found.bodyParts.join(requestId)
    response.writeHead(found.status, [...found.headers, 'x-request-id', requestId])
    response.end(body)
    return true
  }
}

function isSmall({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= unreadBytesMax
  )
}

function toRejecting(route: Route, translateFault: TranslateFault): Rejecting[] {
  const { earlyRejection: rejection } = route
  if (!rejection) return []
  // As long as every other id, so that the length of the body is known.
  const placeholder = '00000000-0000-7000-8000-000000000000'
  const { status, headers, body } = translateFault(rejection.fault, placeholder)
  const named = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
  return [
    {
      route,
      rejection,
      status,
      headers: Object.entries(named).flat(),
      bodyParts: body.split(placeholder),
      count: 0,
    },
  ]
}

/** Finds by exact path, or by the part of the path before its parameter. */
function createFinder(rejecting: readonly Rejecting[]): (request: IncomingMessage) => Rejecting | undefined {
  const exact = new Map(rejecting.map((each) => [`${each.route.method} ${each.route.path}`, each]))
  const open = rejecting.flatMap((each) => {
    const [prefix, parameter] = each.route.path.split(':', 2)
    return parameter === undefined ? [] : [{ prefix: `${each.route.method} ${prefix}`, each }]
  })
  return ({ url = '', method = '' }) => {
    const query = url.indexOf('?')
    const asked = `${method} ${query < 0 ? url : url.slice(0, query)}`
    return exact.get(asked) ?? open.find(({ prefix }) => asked.startsWith(prefix))?.each
  }
}

function exportCounts(metrics: Metrics, rejecting: readonly Rejecting[]): void {
  const counter = new Counter({
    name: 'gatehouse_http_requests_rejected_early_total',
    help: 'Requests rejected before they were handled; the histogram of request durations does not contain them',
    labelNames: ['method', 'route', 'status'],
    registers: [metrics],
    collect() {
      for (const each of rejecting) {
        counter.inc({ method: each.route.method, route: each.route.path, status: each.status }, each.count)
        each.count = 0
      }
    },
  })
}

function createLogLine({ clock, logger }: EarlyRejectionOptions): (rejecting: Rejecting) => void {
  let rejected = 0
  let logAgainAtMs = Number.NEGATIVE_INFINITY
  return ({ rejection: { fault } }) => {
    rejected += 1
    const nowMs = clock.monotonicMs()
    if (nowMs < logAgainAtMs) return
    logger.warn('requests rejected before they were handled', { code: fault.code, rejected })
    rejected = 0
    logAgainAtMs = nowMs + logEveryMs
  }
}
