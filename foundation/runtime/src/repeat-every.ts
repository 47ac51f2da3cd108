import { type Clock, sleep } from './clock.ts'

/** Runs the task immediately and again after each pause, until it is closed. The task handles its own failures. */
export function repeatEvery(
  clock: Clock,
  everyMs: number,
  task: () => Promise<void>,
): { close(): Promise<void> } {
  const end = new AbortController()
  const run = async () => {
    while (!end.signal.aborted) {
      await task()
      await sleep(clock, everyMs, end.signal)
    }
  }
  const running = run()
  return {
    async close() {
      end.abort()
      await running
    },
  }
}
