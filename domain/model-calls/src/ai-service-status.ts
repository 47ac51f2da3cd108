// Status of an external AI service, which is identified by an alias, as seen by this process.
import type { BreakerState } from '@gatehouse/runtime/circuit-breaker'

export type AiServiceStatus = {
  /** The alias. */
  name: string
  breaker: BreakerState
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  /** Fault code, such as `model_calls.timed_out`. */
  lastFailureCode: string | null
  /** Figures for the last five minutes; calls that the breaker rejected are not counted. */
  recent: { calls: number; failures: number; errorRatePercent: number; latencyMs: Latency | null }
}

export type Latency = { p50: number; p95: number }
