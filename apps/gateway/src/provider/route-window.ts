// Calls, failures and durations of one route over the last five minutes. They are counted in a ring of fixed size, so
// that a call pays for a few additions and allocates nothing.
import type { CallOutcome } from '@gatehouse/runtime/circuit-breaker'
import { durationOf, lastStep, stepOf } from '@gatehouse/operations/duration-step'

export type WindowFigures = {
  calls: number
  failures: number
  /** Duration of the calls that did not fail, with an error of at most a tenth; null if there are none. */
  p95Ms: number | null
}

const bucketMs = 10_000
const bucketCount = 30
// The number of failures, then the number of other calls per step of the scale of durations.
const bucketSize = 1 + lastStep + 1

/** Covers the bucket in progress and the 29 before it: 290 to 300 seconds. */
export class RouteWindow {
  readonly #counts = new Uint32Array(bucketCount * bucketSize)
  /** The interval that each bucket holds. */
  readonly #intervals = new Float64Array(bucketCount).fill(-1)

  record(outcome: CallOutcome, { nowMs, tookMs }: { nowMs: number; tookMs: number }): void {
    const interval = Math.floor(nowMs / bucketMs)
    const bucket = interval % bucketCount
    const start = bucket * bucketSize
    if (this.#intervals[bucket] !== interval) {
      this.#intervals[bucket] = interval
      this.#counts.fill(0, start, start + bucketSize)
    }
    const at = outcome === 'failed' ? start : start + 1 + stepOf(tookMs)
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
  }

  read(nowMs: number): WindowFigures {
    const oldest = Math.floor(nowMs / bucketMs) - bucketCount + 1
    const [failures = 0, ...steps] = this.#sumSince(oldest)
    const succeeded = steps.reduce((sum, count) => sum + count, 0)
    return { calls: failures + succeeded, failures, p95Ms: percentile95(steps, succeeded) }
  }

  #sumSince(oldest: number): number[] {
    const sums = Array.from({ length: bucketSize }, () => 0)
    for (const [bucket, interval] of this.#intervals.entries()) {
      if (interval < oldest) continue
      const counts = this.#counts.subarray(bucket * bucketSize, (bucket + 1) * bucketSize)
      for (const [index, count] of counts.entries()) sums[index] = (sums[index] ?? 0) + count
    }
    return sums
  }
}

function percentile95(steps: readonly number[], total: number): number | null {
  let passed = 0
  for (const [step, count] of steps.entries()) {
    passed += count
    if (count > 0 && passed >= 0.95 * total) return durationOf(step)
  }
  return null
}
