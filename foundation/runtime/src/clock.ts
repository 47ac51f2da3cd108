// There are two clocks because the wall clock may jump by an hour: code that measures durations or waits must not read
// it.
export type Clock = {
  /** Milliseconds since 1970, for timestamps that people and other systems read. It may jump. */
  wallMs(): number
  /** Milliseconds since an arbitrary start, never decreasing: for time limits, breakers and measurements. */
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

/** Ends early, without an error, when the signal is aborted; the caller checks the signal. */
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
