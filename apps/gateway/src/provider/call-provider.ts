// Tries the alias's routes in order until one answers. Falling back is possible only until the first byte has reached
// the client.
import type { FailureReason } from '@gatehouse/calls/call'
import type { RequestContext } from '@gatehouse/http/request-context'
import { type Route, orderRoutes } from '@gatehouse/models/alias'
import type { Permit } from '@gatehouse/runtime/circuit-breaker'
import { CallCut, TotalTimeout } from '../call/open-calls.ts'
import type { CallDeps } from '../call/call-deps.ts'
import { type RouteAnswer, type RouteFailure, type RouteRequest, attemptRoute } from './attempt-route.ts'
import type { ProviderExchange } from './provider-exchange.ts'

export type ProviderAnswer =
  | (Exclude<RouteAnswer, RouteFailure | { kind: 'stream' }> & { route: Route })
  /** The relay reports the stream's outcome to the permit. */
  | (Extract<RouteAnswer, { kind: 'stream' }> & { route: Route; permit: Permit })
  | { kind: 'failed'; reason: FailureReason; retryAfterMs: number; cause: unknown }

export type RequestToSend = Pick<RouteRequest, 'path' | 'body'>

export type ProviderCall = {
  routes: readonly Route[]
  toRequest(route: Route): RequestToSend
  context: Pick<RequestContext, 'startClientSpan'>
  reserve: RouteRequest['reserve']
  /** Called with each attempt's exchange, so that it can be aborted from outside. */
  onAttempt: (exchange: ProviderExchange) => void
  isClientGone: () => boolean
}

type ProviderDeps = Pick<CallDeps, 'pools' | 'health' | 'random'>

export async function callProvider(deps: ProviderDeps, call: ProviderCall): Promise<ProviderAnswer> {
  const { health } = deps
  health.recordCall()
  const routes = orderRoutes(call.routes, deps.random)
  let failure: RouteFailure | undefined
  let retryAfterMs = 0
  // Each route is asked once: a provider that has received the request may still be answering it, at our expense.
  for (const route of routes) {
    const request = call.toRequest(route)
    const permit = health.tryAcquire(route.id)
    if (!permit) {
      retryAfterMs = Math.max(retryAfterMs, health.retryAfterMs(route.id))
      continue
    }
    if (failure && !health.mayRetry()) {
      permit.abandon()
      break
    }
    const span = call.context.startClientSpan('provider attempt', {
      'gatehouse.route': route.id,
      'gen_ai.request.model': route.providerModel,
    })
    const { exchange, answer: coming } = attemptRoute(deps.pools, route, {
      path: request.path,
      body: request.body,
      traceparent: span.traceparent,
      reserve: call.reserve,
    })
    call.onAttempt(exchange)
    const answer = await coming
    span.end({ 'gatehouse.answer': answer.kind }, answer.kind === 'failed' ? answer.cause : undefined)
    if (call.isClientGone()) {
      permit.abandon()
      return { kind: 'failed', reason: 'client_gone', retryAfterMs: 0, cause: undefined }
    }
    if (answer.kind === 'failed' && answer.cause instanceof CallCut) {
      permit.abandon()
      return { kind: 'failed', reason: answer.cause.reason, retryAfterMs: 0, cause: answer.cause }
    }
    if (answer.kind === 'stream') return { ...answer, route, permit: health.followStream(route.id, permit) }
    report(permit, answer)
    if (answer.kind !== 'failed') return { ...answer, route }
    failure = answer
    // Another route would have neither more time nor more memory.
    if (answer.cause instanceof TotalTimeout || answer.reason === 'too_many_bytes') break
  }
  const reason = failure?.reason ?? 'routes_unavailable'
  return { kind: 'failed', reason, retryAfterMs, cause: failure?.cause }
}

/** A refusal counts as an answer; only signs of an unhealthy provider count against it. */
function report(permit: Permit, answer: RouteAnswer): void {
  if (answer.kind === 'failed' && answer.isProviderUnhealthy) permit.fail()
  else permit.succeed()
}
