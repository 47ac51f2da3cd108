import { type Clock, sleep } from './clock.ts'

export type PeriodicJob = {
  everyMs: number
  /** Resolves to true if more work is waiting, so that the job runs again without a pause. */
  run: () => Promise<boolean | void>
  /** Called when a run fails; the job runs again after its pause. If `onFailure` is not set, `run` must not reject. */
  onFailure?: (error: unknown) => void
  /**
   * Jitter for processes that started together: every pause takes 50 to 150 % of `everyMs`, and the first run follows a
   * pause. If `random` is not set, the first run starts immediately.
   */
  random?: () => number
  /** How long `close` waits for a run in progress; by default until it ends. */
  closeMsMax?: number
}

/** Runs a job again and again until it is closed. */
export function startPeriodicJob(clock: Clock, job: PeriodicJob): { close(): Promise<void> } {
  const end = new AbortController()
  const running = repeat(clock, job, end.signal)
  return {
    async close() {
      end.abort()
      if (job.closeMsMax === undefined) await running
      else await Promise.race([running, sleep(clock, job.closeMsMax)])
    },
  }
}

async function repeat(clock: Clock, job: PeriodicJob, signal: AbortSignal): Promise<void> {
  const { everyMs, random } = job
  const pause = () => sleep(clock, random ? everyMs * (0.5 + random()) : everyMs, signal)
  if (random) await pause()
  while (!signal.aborted) {
    const hasMore = await runOnce(job)
    if (!hasMore) await pause()
  }
}

async function runOnce({ run, onFailure }: PeriodicJob): Promise<boolean | void> {
  if (!onFailure) return run()
  try {
    return await run()
  } catch (thrown) {
    onFailure(thrown)
    return false
  }
}
