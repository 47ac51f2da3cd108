// Refuses new calls while the process cannot keep up with those it has: a refusal at once is worth more to a caller than
// an answer that comes too late, and the calls that run are not slowed down further.
import type { Clock, Timer } from '@gatehouse/runtime/clock'

export type OverloadGuard = {
  isOverloaded(): boolean
  close(): void
}

export type OverloadGuardDeps = { clock: Clock; openCalls: () => number }

export type OverloadLimits = {
  openCallsMax?: number
  /** How late the event loop may run its timers, smoothed. */
  lagMsMax?: number
}

const measureEveryMs = 20
// An average over about ten measurements: one long turn is no overload.
const weightOfNews = 0.1

export function createOverloadGuard(
  { clock, openCalls }: OverloadGuardDeps,
  { openCallsMax = 20_000, lagMsMax = 250 }: OverloadLimits = {},
): OverloadGuard {
  let lagMs = 0
  let timer: Timer | undefined

  function measure(): void {
    const dueMs = clock.monotonicMs() + measureEveryMs
    timer = clock.after(measureEveryMs, () => {
      lagMs += (Math.max(0, clock.monotonicMs() - dueMs) - lagMs) * weightOfNews
      measure()
    })
  }

  measure()
  return {
    isOverloaded: () => lagMs > lagMsMax || openCalls() >= openCallsMax,
    close: () => timer?.cancel(),
  }
}
