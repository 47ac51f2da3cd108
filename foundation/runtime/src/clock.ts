// Two clocks, because they answer different questions: the wall clock may jump by an hour, so nothing that
// measures how long something took, or waits, may read it.
export type Clock = {
  /** Milliseconds since 1970, for what people and other systems read. It may jump. */
  wallMs(): number
  /** Milliseconds since an arbitrary start, never backwards: time limits, breakers, measurements. */
  monotonicMs(): number
  /** Runs the task once, `delayMs` from now on the monotonic clock. */
  after(delayMs: number, task: () => void): Timer
}

export type Timer = { cancel(): void }

export function createSystemClock(): Clock {
  return {
    wallMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    after(delayMs, task) {
      const handle = setTimeout(task, delayMs)
      return { cancel: () => clearTimeout(handle) }
    },
  }
}

export function sleep(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => clock.after(delayMs, resolve))
}
