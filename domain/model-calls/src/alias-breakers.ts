// A circuit breaker per alias. While it is open, tasks wait in their queue and no call reaches the model; once it
// closes, the number of calls rises slowly, because a long queue may have built up.
import {
  type BreakerState,
  type CircuitBreaker,
  createCircuitBreaker,
} from '@gatehouse/runtime/circuit-breaker'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { parseTimeLimitMs } from './model-client.ts'

export type AliasBreakers = {
  of(alias: string): CircuitBreaker
  /** Breaker state by alias, for the aliases called since the process started. */
  states(): Record<string, BreakerState>
}

// Roughly the number of concurrent calls of a process under normal load.
const rampSuccesses = 32
// Longer than the longest call, so that a slow test call can still close the breaker and only a lost one times out.
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
          onTransition: (from, to) => logger.warn('circuit breaker changed state', { alias, from, to }),
        })
        breakers.set(alias, breaker)
      }
      return breaker
    },
    states: () => Object.fromEntries([...breakers].map(([alias, breaker]) => [alias, breaker.state()])),
  }
}
