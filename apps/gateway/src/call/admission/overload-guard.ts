// Rejects part of the new calls while the process cannot keep up: a prompt rejection is worth more to a caller than a
// late answer, and it does not slow down the calls in flight.
//
// The share that is rejected follows the lag of the event loop, as PIE (RFC 8033) does with the delay of a network
// queue: it rises while the lag is above its target and falls while it is below, so that the process goes on serving as
// many calls as it can. Only a standing lag counts, as in CoDel (RFC 8289): the least of the last measurements, because a
// burst or a collection of garbage passes, while a queue of work that never ends does not. And the lag counts only while
// the event loop has no idle time: a machine that is busy with other processes also delays this one, but rejecting calls
// would not change that.
import { performance } from 'node:perf_hooks'
import type { Clock, Timer } from '@gatehouse/runtime/clock'

export type OverloadGuard = {
  /** Decides on one call that has arrived. */
  admits(): boolean
  close(): void
}

export type OverloadGuardDeps = {
  clock: Clock
  random: () => number
  openCalls: () => number
  /** Share of the time since the last reading in which the event loop was not idle. */
  readUtilization: () => number
}

export type OverloadLimits = {
  openCallsMax?: number
  lagMsTarget?: number
}

const measureEveryMs = 10
const busyUtilization = 0.95
// How far the share moves in 10 ms if the standing lag is off by its target. A standing lag is known 200 ms late, so a
// larger gain would swing between admitting all calls and none.
const gain = 0.008
// A lag counts for at most this multiple of the target, so that the share moves in steps from which it can return.
const lagMultipleMax = 4
// A lag stands if no measurement in this time was less; turns may be so long that few fall into it.
const standingMs = 200
const standingMeasurements = 3
// The timer that measures the lag fires only when a turn of the event loop is over. A turn that has admitted this many calls
// and has lasted this long admits no more; many simultaneous calls alone are not an overload.
const callsPerTurnMin = 8
const turnMsMax = 1_000
// With fewer calls in flight the process is not overloaded, however late its timers run: it may have just started, or may
// be collecting garbage. A process that rejects other calls thus always has work.
const openCallsMin = 16
const rejectedShareMax = 0.98

export function createOverloadGuard(
  { clock, random, openCalls, readUtilization }: OverloadGuardDeps,
  { openCallsMax = 20_000, lagMsTarget = 100 }: OverloadLimits = {},
): OverloadGuard {
  const standingLag = createStandingLag()
  let rejectedShare = 0
  let dueMs = 0
  let begunInTurn = 0
  let timer: Timer | undefined

  function measure(): void {
    dueMs = clock.monotonicMs() + measureEveryMs
    begunInTurn = 0
    timer = clock.after(measureEveryMs, () => {
      const nowMs = clock.monotonicMs()
      const lateMs = Math.max(0, nowMs - dueMs)
      const isBusy = readUtilization() >= busyUtilization
      const lagMs = Math.min(standingLag.take(nowMs, isBusy ? lateMs : 0), lagMsTarget * lagMultipleMax)
      const elapsed = Math.min(measureEveryMs + lateMs, standingMs) / measureEveryMs
      const step = (gain * elapsed * (lagMs - lagMsTarget)) / lagMsTarget
      rejectedShare = Math.min(rejectedShareMax, Math.max(0, rejectedShare + step))
      measure()
    })
  }

  function admits(): boolean {
    const open = openCalls()
    if (open >= openCallsMax) return false
    // A call that has just begun is not counted as open before it is admitted by its limits.
    const isRejectable = open + begunInTurn >= openCallsMin
    if (isRejectable && rejectedShare > 0 && random() < rejectedShare) return false
    if (begunInTurn >= callsPerTurnMin && clock.monotonicMs() - dueMs > turnMsMax) return false
    begunInTurn += 1
    return true
  }

  measure()
  return {
    admits,
    close: () => timer?.cancel(),
  }
}

function createStandingLag() {
  let recent: { atMs: number; lagMs: number }[] = []
  return {
    take(nowMs: number, lagMs: number): number {
      recent.push({ atMs: nowMs, lagMs })
      const first = Math.max(
        0,
        Math.min(
          recent.findIndex(({ atMs }) => atMs > nowMs - standingMs),
          recent.length - standingMeasurements,
        ),
      )
      recent = recent.slice(first)
      return recent.length < standingMeasurements ? 0 : Math.min(...recent.map((each) => each.lagMs))
    },
  }
}

export function createUtilizationReader(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}
