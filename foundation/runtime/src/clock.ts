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

/** Ends early, without an error, when the signal is aborted: whoever gave it knows. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      timer.cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = clock.after(delayMs, end)
    signal?.addEventListener('abort', end, { once: true })
  })
}
