// Refuses new calls while the process cannot keep up: a prompt refusal is worth more to a caller than a late answer,
// and it does not slow down the calls in flight.
import type { Clock, Timer } from '@gatehouse/runtime/clock'

export type OverloadGuard = {
  isOverloaded(): boolean
  close(): void
}

export type OverloadGuardDeps = { clock: Clock; openCalls: () => number }

export type OverloadLimits = {
  openCallsMax?: number
  /** Maximum event-loop lag, smoothed. */
  lagMsMax?: number
}

const measureEveryMs = 20
// Averages about ten measurements, because one long pause of the event loop is not an overload.
const smoothing = 0.1

export function createOverloadGuard(
  { clock, openCalls }: OverloadGuardDeps,
  { openCallsMax = 20_000, lagMsMax = 250 }: OverloadLimits = {},
): OverloadGuard {
  let lagMs = 0
  let timer: Timer | undefined

  function measure(): void {
    const dueMs = clock.monotonicMs() + measureEveryMs
    timer = clock.after(measureEveryMs, () => {
      lagMs += (Math.max(0, clock.monotonicMs() - dueMs) - lagMs) * smoothing
      measure()
    })
  }

  measure()
  return {
    isOverloaded: () => lagMs > lagMsMax || openCalls() >= openCallsMax,
    close: () => timer?.cancel(),
  }
}
