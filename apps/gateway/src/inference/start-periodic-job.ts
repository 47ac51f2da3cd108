// Runs a job periodically, at times that differ between processes. A run that fails is retried at the next interval.
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'

export type PeriodicJob = {
  everyMs: number
  /** Resolves to true if there is more to do immediately. */
  run: () => Promise<boolean | void>
  /** Log message for a failed run. */
  failure: string
}

export type PeriodicJobDeps = { clock: Clock; logger: Logger; random: () => number }

export function startPeriodicJob(
  { clock, logger, random }: PeriodicJobDeps,
  { everyMs, run, failure }: PeriodicJob,
): { close(): Promise<void> } {
  const end = new AbortController()
  const runRepeatedly = async () => {
    while (!end.signal.aborted) {
      // Jitter, so that processes that started together do not run together.
      await sleep(clock, everyMs * (0.5 + random()), end.signal)
      try {
        while (!end.signal.aborted && (await run()));
      } catch (thrown) {
        logger.warn(failure, { error: thrown })
      }
    }
  }
  const running = runRepeatedly()
  return {
    async close() {
      end.abort()
      await running
    },
  }
}
