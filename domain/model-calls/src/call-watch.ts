// Records the outcomes of the calls to one alias in this process. Figures are computed when the status page is
// requested, which is rare, so a call only pays for appending a record.
import type { Clock } from '@gatehouse/runtime/clock'
import type { AiServiceStatus, Latency } from './ai-service-status.ts'

type CallRecord = { tookMs: number; failureCode: string | undefined }

export type CallWatch = {
  record(call: CallRecord): void
  read(): Omit<AiServiceStatus, 'name' | 'breaker'>
}

const recentMs = 5 * 60_000
// More calls than a process makes in five minutes. Beyond this, the figures cover only the most recent calls.
const recordsMax = 4_096

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
