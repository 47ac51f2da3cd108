// The number of gateway processes, as their heartbeats to Redis show it.
import type { Clock } from '@gatehouse/runtime/clock'

export type ProcessCount = {
  /** Processes that are known to be alive, this one included. A lower number counts only once it has lasted. */
  known(): number
  /** As `known`, but at least two as long as this process may not have seen the heartbeats of the others. */
  possible(): number
  /** Records what Redis has counted. */
  record(count: number): void
}

// Every process sends a heartbeat each second, so one that runs has sent two of them in this time. Redis may have lost all
// heartbeats: if the number falls, or if Redis did not respond for longer than this, the others are seen again only then.
const allSeenAfterMs = 2_000

export function createProcessCount(clock: Clock): ProcessCount {
  let count = 1
  let lastCounted = 0
  let firstAtMs: number | undefined
  let lastAtMs = 0
  const hasSeenAll = () => firstAtMs !== undefined && lastAtMs - firstAtMs >= allSeenAfterMs
  return {
    known: () => count,
    possible: () => (hasSeenAll() ? count : Math.max(2, count)),
    record(counted) {
      const nowMs = clock.monotonicMs()
      if (counted < lastCounted || nowMs - lastAtMs > allSeenAfterMs) firstAtMs = nowMs
      firstAtMs ??= nowMs
      lastAtMs = nowMs
      lastCounted = counted
      if (counted >= count || hasSeenAll()) count = Math.max(1, counted)
    },
  }
}
