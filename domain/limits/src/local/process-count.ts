// The number of gateway processes, as their heartbeats to Redis show it.
import type { Clock } from '@gatehouse/runtime/clock'

export type ProcessCount = {
  /** Processes that are known to be alive, this one included. */
  known(): number
  /** As `known`, but at least two as long as this process may not have seen the heartbeats of the others. */
  possible(): number
  /** Records what Redis has counted. */
  record(count: number): void
}

// Every process sends a heartbeat each second, so one that runs has sent two of them in this time.
const allSeenAfterMs = 2_000

export function createProcessCount(clock: Clock): ProcessCount {
  let count = 1
  let firstAtMs: number | undefined
  let lastAtMs = 0
  const hasSeenAll = () => firstAtMs !== undefined && lastAtMs - firstAtMs >= allSeenAfterMs
  return {
    known: () => count,
    possible: () => (hasSeenAll() ? count : Math.max(2, count)),
    record(counted) {
      count = Math.max(1, counted)
      lastAtMs = clock.monotonicMs()
      firstAtMs ??= lastAtMs
    },
  }
}
