// Asks the routes of the alias in their order until one answers. Only before the first byte has reached the client: what
// it has seen cannot be taken back.
import type { FailureReason } from '@gatehouse/calls/call'
import { type Route, orderRoutes } from '@gatehouse/models/alias'
import type { Permit } from '@gatehouse/runtime/circuit-breaker'
import { CallCut, TotalTimeout } from '../answer/call-watch.ts'
import type { InferenceDeps } from '../inference-deps.ts'
import { type RouteAnswer, type RouteFailure, type RouteRequest, attemptRoute } from './attempt-route.ts'
import type { ProviderExchange } from './provider-exchange.ts'

export type ProviderAnswer =
  | (Exclude<RouteAnswer, RouteFailure | { kind: 'stream' }> & { route: Route })
  /** Whoever sends it on tells the permit how it ended. */
  | (Extract<RouteAnswer, { kind: 'stream' }> & { route: Route; permit: Permit })
  | { kind: 'failed'; reason: FailureReason; retryAfterMs: number; cause: unknown }

export type ProviderCall = {
  routes: readonly Route[]
  toRequest(route: Route): { path: string; body: Buffer }
  traceparent: string
  reserve: RouteRequest['reserve']
  /** Told of each attempt, so that it can be ended from outside. */
  onAttempt: (exchange: ProviderExchange) => void
  isClientGone: () => boolean
}

type ProviderDeps = Pick<InferenceDeps, 'pools' | 'health' | 'random'>

export async function callProvider(deps: ProviderDeps, asked: ProviderCall): Promise<ProviderAnswer> {
  const { health } = deps
  health.noteCall()
  const routes = orderRoutes(asked.routes, deps.random)
  let failure: RouteFailure | undefined
  let retryAfterMs = 0
  for (const [index, route] of withRepeat(routes).entries()) {
    const isRepeat = index > 0 && index === routes.length
    if (isRepeat && !failure?.isBeforeAnswer) break
    const request = asked.toRequest(route)
    const permit = health.tryAcquire(route.id)
    if (!permit) {
      retryAfterMs = Math.max(retryAfterMs, health.retryAfterMs(route.id))
      continue
    }
    if (failure && !health.mayRepeat()) {
      permit.abandon()
      break
    }
    const { exchange, answer: coming } = attemptRoute(deps.pools, route, {
      ...request,
      traceparent: asked.traceparent,
      reserve: asked.reserve,
    })
    asked.onAttempt(exchange)
    const answer = await coming
    if (asked.isClientGone()) {
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
    // Another route would have neither more time nor more room.
    if (answer.cause instanceof TotalTimeout || answer.reason === 'too_many_bytes') break
  }
  const reason = failure?.reason ?? 'routes_unavailable'
  return { kind: 'failed', reason, retryAfterMs, cause: failure?.cause }
}

/** An only route is asked once more; of several, each is asked once. */
function withRepeat(routes: readonly Route[]): readonly Route[] {
  return routes.length === 1 ? [...routes, ...routes] : routes
}

/** A refusal is an answer; only what says that the provider is unwell counts against it. */
function report(permit: Permit, answer: RouteAnswer): void {
  if (answer.kind === 'failed' && answer.isProviderUnwell) permit.fail()
  else permit.succeed()
}
