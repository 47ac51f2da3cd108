// The status of external AI services, which are identified by an alias, as seen by this process.
import type { BreakerState } from '@gatehouse/runtime/circuit-breaker'
import type { Clock } from '@gatehouse/runtime/clock'

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

type Latency = { p50: number; p95: number }

type CallRecord = { tookMs: number; failureCode: string | undefined }

export type CallWatch = {
  record(call: CallRecord): void
  read(): Omit<AiServiceStatus, 'name' | 'breaker'>
}

const recentMs = 5 * 60_000
// More calls than a process makes in five minutes. Beyond this, the figures cover only the most recent calls.
const recordsMax = 4_096

/**
 * Records the outcomes of the calls to one alias in this process. The figures are computed when the status page is
 * requested, which is rare, so a call only pays for appending a record.
 */
export function createCallWatch(clock: Pick<Clock, 'wallMs' | 'monotonicMs'>): CallWatch {
  let records: (CallRecord & { atMs: number })[] = []
  let lastSuccessAt: Date | null = null
  let lastFailure: { at: Date; code: string } | undefined
  return {
    record(call) {
      const at = new Date(clock.wallMs())
      if (call.failureCode === undefined) lastSuccessAt = at
      else lastFailure = { at, code: call.failureCode }
      records.push({ ...call, atMs: clock.monotonicMs() })
      if (records.length > 2 * recordsMax) records = records.slice(-recordsMax)
    },
    read() {
      const sinceMs = clock.monotonicMs() - recentMs
      records = records.filter(({ atMs }) => atMs > sinceMs).slice(-recordsMax)
      const failures = records.filter(({ failureCode }) => failureCode !== undefined).length
      return {
        lastSuccessAt,
        lastFailureAt: lastFailure?.at ?? null,
        lastFailureCode: lastFailure?.code ?? null,
        recent: {
          calls: records.length,
          failures,
          errorRatePercent: records.length === 0 ? 0 : Math.round((10_000 * failures) / records.length) / 100,
          latencyMs: latencyOf(records.map(({ tookMs }) => tookMs)),
        },
      }
    },
  }
}

function latencyOf(tookMs: readonly number[]): Latency | null {
  if (tookMs.length === 0) return null
  const ordered = tookMs.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(ordered[Math.ceil(share * ordered.length) - 1] ?? 0)
  return { p50: at(0.5), p95: at(0.95) }
}
