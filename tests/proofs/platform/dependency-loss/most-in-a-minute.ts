import type { LoadCall } from './steady-load.ts'

// A second shorter than the limit's minute, because a call is counted shortly after its client has begun it.
const windowMs = 59_000

/** The largest number of calls of the limited key that were admitted in any minute. */
export function mostInAMinute(calls: readonly LoadCall[]): number {
  const times = calls
    .filter(({ isLimited, ending }) => isLimited && ending === 'whole')
    .map(({ startedMs }) => startedMs)
    .toSorted((left, right) => left - right)
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length))
}
