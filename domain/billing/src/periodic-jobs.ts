// Jobs that repeat, each at its own interval, until they are stopped.
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'

export type PeriodicJob = {
  name: string
  everyMs: number
  /** Resolves to true if more work is waiting, so that the job runs again immediately. */
  run: () => Promise<boolean>
}

export type PeriodicJobs = {
  /** Waits for running jobs, but not for an unresponsive provider: interrupted work is repeated later. */
  stop(): Promise<void>
}

const stopMsMax = 3_000

export function startPeriodicJobs(
  deps: { clock: Clock; logger: Logger },
  jobs: readonly PeriodicJob[],
): PeriodicJobs {
  const end = new AbortController()
  const running = jobs.map((job) => repeat(deps, job, end.signal))
  return {
    async stop() {
      end.abort()
      await Promise.race([Promise.all(running), sleep(deps.clock, stopMsMax)])
    },
  }
}

async function repeat(
  { clock, logger }: { clock: Clock; logger: Logger },
  { name, everyMs, run }: PeriodicJob,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    let hasMore = false
    try {
      hasMore = await run()
    } catch (thrown) {
      logger.warn('billing job failed; it will run again', { error: thrown, job: name })
    }
    await sleep(clock, hasMore ? 0 : everyMs, signal)
  }
}
