// How an external AI service, which for us is an alias, fares in this process.
import type { BreakerState } from '@gatehouse/runtime/circuit-breaker'

export type AiServiceStatus = {
  /** The alias. */
  name: string
  breaker: BreakerState
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  /** Such as `model_calls.timed_out`. */
  lastFailureCode: string | null
  /** Over the last five minutes; refusals of the breaker are no calls. */
  recent: { calls: number; failures: number; errorRatePercent: number; latencyMs: Latency | null }
}

export type Latency = { p50: number; p95: number }
