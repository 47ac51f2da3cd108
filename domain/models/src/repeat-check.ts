import type { Clock, Timer } from '@gatehouse/runtime/clock'

export type RepeatedCheck = {
  /**
   * Checks immediately. If a check is already running, another one follows it, because the running one may have read
   * its data too early.
   */
  now(): Promise<void>
  /** Stops all further checks and resolves when the running one has ended. */
  stop(): Promise<void>
}

/** After the first call of `now`, runs `check` again `everyMs` after each run has ended. `check` must not reject. */
export function repeatCheck(clock: Clock, everyMs: number, check: () => Promise<void>): RepeatedCheck {
  let timer: Timer | undefined
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let isStopped = false

  async function run(): Promise<void> {
    do {
      isAskedAgain = false
      await check()
    } while (isAskedAgain)
    running = undefined
    if (!isStopped) timer = clock.after(everyMs, begin)
  }

  function begin(): void {
    timer?.cancel()
    running = run()
  }

  return {
    async now() {
      if (isStopped) return
      if (running === undefined) begin()
      else isAskedAgain = true
      await running
    },
    async stop() {
      isStopped = true
      isAskedAgain = false
      timer?.cancel()
      await running
    },
  }
}
