// What is remembered of routes between calls: a breaker for each, and how many repeats the process may still afford.
import type { Clock } from '@gatehouse/runtime/clock'
import { type CircuitBreaker, type Permit, createCircuitBreaker } from '@gatehouse/runtime/circuit-breaker'
import type { Logger } from '@gatehouse/telemetry/create-logger'

export type RouteHealth = {
  /** Undefined while the route is not to be called. */
  tryAcquire(routeId: string): Permit | undefined
  retryAfterMs(routeId: string): number
  /**
   * The permit for the rest of a stream that has begun well. It is judged by its end: else a provider that begins well
   * and always breaks off would never be left alone. The one stream that tests whether a route is well again is judged
   * by its beginning, because it may take minutes, and only its break is noted later.
   */
  followStream(routeId: string, permit: Permit): Permit
  /** To be told once per call; a repeat must be asked for. */
  noteCall(): void
  mayRepeat(): boolean
}

// Every call earns a fifth of a repeat: when everything fails, repeats add a fifth to the load, not a multiple.
const repeatsPerCall = 0.2
const repeatsSavedMax = 20

export function createRouteHealth({ clock, logger }: { clock: Clock; logger: Logger }): RouteHealth {
  const breakers = new Map<string, CircuitBreaker>()
  let repeatsSaved = repeatsSavedMax

  function breakerOf(routeId: string): CircuitBreaker {
    let breaker = breakers.get(routeId)
    if (!breaker) {
      breaker = createCircuitBreaker({
        name: `route ${routeId}`,
        clock,
        onTransition: (from, to) =>
          logger.warn('the breaker of a route moved', { route_id: routeId, from, to }),
      })
      breakers.set(routeId, breaker)
    }
    return breaker
  }

  return {
    tryAcquire: (routeId) => breakerOf(routeId).tryAcquire(),
    retryAfterMs: (routeId) => breakerOf(routeId).retryAfterMs(),
    followStream(routeId, permit) {
      const breaker = breakerOf(routeId)
      if (breaker.state() !== 'half-open') return permit
      permit.succeed()
      return { succeed() {}, abandon() {}, fail: () => breaker.tryAcquire()?.fail() }
    },
    noteCall() {
      repeatsSaved = Math.min(repeatsSavedMax, repeatsSaved + repeatsPerCall)
    },
    mayRepeat() {
      if (repeatsSaved < 1) return false
      repeatsSaved -= 1
      return true
    },
  }
}
