import type { Clock, Timer } from '@gatehouse/runtime/clock'

export type RepeatedCheck = {
  /** Checks immediately. During a check, schedules another one after it: the running one may have read too early. */
  now(): Promise<void>
  /** Resolves when the running check has ended; no other follows. */
  stop(): Promise<void>
}

/** After the first `now`, checks again `everyMs` after the end of each check, which must not reject. */
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
