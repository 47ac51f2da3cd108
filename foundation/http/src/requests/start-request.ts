import type { ServerResponse } from 'node:http'
import type { Clock } from '@gatehouse/runtime/clock'
import type { AddressRange } from '@gatehouse/runtime/config-fields'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { createAddressFinder } from './client-address.ts'
import type { HttpRequest } from '../define-route.ts'
import { type ObservedRoute, createRequestObserver } from './observe-requests.ts'
import { type RequestContext, createRequestContext } from './request-context.ts'

/** Gives a request, however it ends, its context and its entry in the log and the metrics. */
export type StartRequest = (
  request: Pick<HttpRequest, 'id' | 'method' | 'headers' | 'raw'>,
  response: ServerResponse,
  route: ObservedRoute,
) => RequestContext

type StartRequestDeps = {
  trustedProxies: readonly AddressRange[]
  clock: Clock
  logger: Logger
  metrics: Metrics
}

export function createRequestStart(deps: StartRequestDeps): StartRequest {
  const findClientAddress = createAddressFinder(deps.trustedProxies)
  const observe = createRequestObserver(deps)
  return (request, response, route) => {
    const { headers, raw } = request
    const forwardedFor = headers['x-forwarded-for']?.toString()
    const clientAddress = findClientAddress(raw.socket.remoteAddress, forwardedFor)
    const context = createRequestContext(request, deps.logger, { route: route.url, clientAddress })
    observe(request.method, context, { response, route })
    return context
  }
}
