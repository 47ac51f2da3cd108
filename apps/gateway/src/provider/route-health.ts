// State of the routes that outlives a call: a circuit breaker for each route, and the process's retry budget.
import type { Clock } from '@gatehouse/runtime/clock'
import { type CircuitBreaker, type Permit, createCircuitBreaker } from '@gatehouse/runtime/circuit-breaker'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { RouteState } from '@gatehouse/models/route-states'
import { RouteWindow } from './route-window.ts'

export type RouteHealth = {
  /** Undefined while the route must not be called. */
  tryAcquire(routeId: string): Permit | undefined
  retryAfterMs(routeId: string): number
  /**
   * Returns the permit for the rest of a stream that began well. A stream is judged by its end: otherwise a provider
   * that begins well and always breaks off would never trip its breaker. The probe stream of a half-open breaker may
   * take minutes, so it is judged by its beginning; after that, only its failure is recorded.
   */
  followStream(routeId: string, permit: Permit): Permit
  /** Must be called once per call; earns a fraction of a retry. */
  recordCall(): void
  mayRetry(): boolean
  /** For people; a route that was never called is closed. */
  read(routeId: string): RouteState
}

type WatchedRoute = { breaker: CircuitBreaker; window: RouteWindow }

// Every call earns a fifth of a retry: when everything fails, retries add a fifth to the load instead of multiplying
// it.
const retriesPerCall = 0.2
const retriesSavedMax = 20

export function createRouteHealth({ clock, logger }: { clock: Clock; logger: Logger }): RouteHealth {
  const routes = new Map<string, WatchedRoute>()
  let retriesSaved = retriesSavedMax

  function breakerOf(routeId: string): CircuitBreaker {
    let route = routes.get(routeId)
    if (!route) {
      route = watchRoute({ clock, logger }, routeId)
      routes.set(routeId, route)
    }
    return route.breaker
  }

  return {
    tryAcquire: (routeId) => breakerOf(routeId).tryAcquire(),
    retryAfterMs: (routeId) => breakerOf(routeId).retryAfterMs(),
    followStream(routeId, permit) {
      const breaker = breakerOf(routeId)
      if (breaker.state() !== 'half-open') return permit
      permit.succeed()
      // In the figures, a probe stream that fails after its beginning counts as two calls, one of them failed.
      return { succeed() {}, abandon() {}, fail: () => breaker.tryAcquire()?.fail() }
    },
    recordCall() {
      retriesSaved = Math.min(retriesSavedMax, retriesSaved + retriesPerCall)
    },
    mayRetry() {
      if (retriesSaved < 1) return false
      retriesSaved -= 1
      return true
    },
    read: (routeId) => ({ routeId, ...describeRoute(clock, routes.get(routeId)) }),
  }
}

function watchRoute({ clock, logger }: { clock: Clock; logger: Logger }, routeId: string): WatchedRoute {
  const window = new RouteWindow()
  const breaker = createCircuitBreaker({
    name: `route ${routeId}`,
    clock,
    onTransition: (from, to) => logger.warn('circuit breaker changed state', { route_id: routeId, from, to }),
    onOutcome: (outcome, tookMs) => window.record(outcome, { nowMs: clock.monotonicMs(), tookMs }),
  })
  return { breaker, window }
}

function describeRoute(clock: Clock, route: WatchedRoute | undefined): Omit<RouteState, 'routeId'> {
  if (!route) return { state: 'closed', openUntil: null, calls: 0, failures: 0, p95Ms: null }
  const state = route.breaker.state()
  return {
    state,
    openUntil: state === 'open' ? new Date(clock.wallMs() + route.breaker.retryAfterMs()) : null,
    ...route.window.read(clock.monotonicMs()),
  }
}
