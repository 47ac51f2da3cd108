import type { BreakerState } from '@gatehouse/runtime/circuit-breaker'

/** Readiness writes a breaker's state in small letters, metrics in capitals: both are documented. */
export function spellBreakerState(state: BreakerState) {
  return state.toUpperCase() as Uppercase<BreakerState>
}
