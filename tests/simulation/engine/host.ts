import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { Scheduler } from './scheduler.ts'

// The time of Postgres, Redis and a process with a correct clock, at the beginning of a world: a day in mid-month.
export const epochMs = Date.UTC(2026, 2, 17)

/**
 * One life of a process, from start to crash. Its code runs only when a message arrives or a timer fires; each of these
 * is a step, before which it may die or stall. A dead process takes no further step, so that its promises never settle.
 */
export class Host {
  readonly name: string
  readonly #scheduler: Scheduler
  readonly #beforeStep: (life: Host) => void
  isAlive = true
  /** The process does not run before this time. */
  stalledUntilMs = 0
  diedAtMs = Number.POSITIVE_INFINITY
  /** Periods in which the process did not run. */
  readonly stalls: { readonly fromMs: number; readonly untilMs: number }[] = []
  /** When a transaction of the process was lost, late or failed, or its outcome was. */
  readonly postgresTroubleAtMs: number[] = []
  /** When everything that the process has sent to Redis so far will have arrived. */
  redisFreeAtMs = 0
  /** Nothing that the process sends to Redis arrives before this time. */
  redisCutUntilMs = 0
  /** When a message between the process and Redis was last lost or slow, or the process did not run. */
  redisTroubleAtMs = Number.NEGATIVE_INFINITY
  /** Until then a crash is more likely. */
  criticalUntilMs = 0
  /** How far its wall clock is ahead of the real time. */
  wallOffsetMs = 0

  constructor(name: string, scheduler: Scheduler, beforeStep: (life: Host) => void) {
    this.name = name
    this.#scheduler = scheduler
    this.#beforeStep = beforeStep
  }

  stall(ms: number): void {
    const fromMs = this.#scheduler.nowMs
    this.stalledUntilMs = fromMs + ms
    this.stalls.push({ fromMs, untilMs: this.stalledUntilMs })
  }

  /** Runs a step of the process, if it is alive and as soon as it is not stalled. */
  deliver(step: () => void): void {
    if (!this.isAlive) return
    if (this.stalledUntilMs > this.#scheduler.nowMs) {
      this.#scheduler.after(this.stalledUntilMs - this.#scheduler.nowMs, () => this.deliver(step))
      return
    }
    this.#beforeStep(this)
    if (!this.isAlive) return
    if (this.stalledUntilMs > this.#scheduler.nowMs) return this.deliver(step)
    this.#scheduler.countStep()
    this.#scheduler.hasRun = true
    step()
  }

  get clock(): Clock {
    const scheduler = this.#scheduler
    return {
      wallMs: () => epochMs + scheduler.nowMs + this.wallOffsetMs,
      monotonicMs: () => scheduler.nowMs,
      after: (delayMs, task) => this.#after(delayMs, task),
    }
  }

  #after(delayMs: number, task: () => void): Timer {
    let isCancelled = false
    this.#scheduler.after(delayMs, () => {
      if (!isCancelled) this.deliver(() => (isCancelled ? undefined : task()))
    })
    return { cancel: () => void (isCancelled = true) }
  }
}
