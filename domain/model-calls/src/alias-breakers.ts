// A breaker for each alias that tasks call: while one is open its tasks wait in their queue and nothing reaches the
// model, and when it has closed they are let in slowly, because a whole queue has waited.
import {
  type BreakerState,
  type CircuitBreaker,
  createCircuitBreaker,
} from '@gatehouse/runtime/circuit-breaker'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { parseTimeLimitMs } from './gateway/time-limits.ts'

export type AliasBreakers = {
  of(alias: string): CircuitBreaker
  /** Alias → state, of those that were called since the process started. */
  states(): Record<string, BreakerState>
}

// By then a process is back at what it usually has under way.
const rampSuccesses = 32
// A test that takes as long as a call may must still be able to close it: only a lost one is overdue.
const testTimeoutMs = parseTimeLimitMs + 10_000

export function createAliasBreakers({ clock, logger }: { clock: Clock; logger: Logger }): AliasBreakers {
  const breakers = new Map<string, CircuitBreaker>()
  return {
    of(alias) {
      let breaker = breakers.get(alias)
      if (!breaker) {
        breaker = createCircuitBreaker({
          name: alias,
          clock,
          rampSuccesses,
          testTimeoutMs,
          onTransition: (from, to) => logger.warn('the breaker of an alias moved', { alias, from, to }),
        })
        breakers.set(alias, breaker)
      }
      return breaker
    },
    states: () => Object.fromEntries([...breakers].map(([alias, breaker]) => [alias, breaker.state()])),
  }
}
