// Rejects part of the new calls while the process cannot keep up: a prompt rejection is worth more to a caller than a
// late answer, and it does not slow down the calls in flight.
//
// The share that is rejected follows the lag of the event loop, as PIE (RFC 8033) does with the delay of a network
// queue: it rises while the lag is above its target and falls while it is below, so that the process goes on serving as
// many calls as it can. The lag counts only while the event loop has no idle time. A machine that is busy with other
// processes also delays this one, but rejecting calls would not change that.
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
// How far the share moves per measurement if the lag is off by its target.
const gain = 0.02
// One pause counts for at most this multiple of the target.
const lagMultipleMax = 10
// The timer that measures the lag fires only when a turn of the event loop is over. A turn that has admitted this many calls
// and is late by the multiple above admits no more; many simultaneous calls alone are not an overload.
const callsPerTurnMin = 8
// With fewer calls in flight the process is not overloaded, however late its timers run: it may have just started, or may
// be collecting garbage. A process that rejects other calls thus always has work.
const openCallsMin = 16
const rejectedShareMax = 0.98
// Averages about four measurements: one pause for garbage collection is not an overload.
const smoothing = 0.25

export function createOverloadGuard(
  { clock, random, openCalls, readUtilization }: OverloadGuardDeps,
  { openCallsMax = 20_000, lagMsTarget = 100 }: OverloadLimits = {},
): OverloadGuard {
  const lagMsMax = lagMsTarget * lagMultipleMax
  let lagMs = 0
  let rejectedShare = 0
  let dueMs = 0
  let begunInTurn = 0
  let timer: Timer | undefined

  function measure(): void {
    dueMs = clock.monotonicMs() + measureEveryMs
    begunInTurn = 0
    timer = clock.after(measureEveryMs, () => {
      const isBusy = readUtilization() >= busyUtilization
      const lateMs = isBusy ? Math.min(lagMsMax, Math.max(0, clock.monotonicMs() - dueMs)) : 0
      lagMs += (lateMs - lagMs) * smoothing
      const step = (gain * (lagMs - lagMsTarget)) / lagMsTarget
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
    if (begunInTurn >= callsPerTurnMin && clock.monotonicMs() - dueMs > lagMsMax) return false
    begunInTurn += 1
    return true
  }

  measure()
  return {
    admits,
    close: () => timer?.cancel(),
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
