// Starts tasks at a fixed rate and on time. A timer of Node has a resolution of a millisecond and fires after it, which is
// as long as the calls that are timed; a thread that sleeps wakes this one within a tenth of a millisecond.
import { Worker } from 'node:worker_threads'
import { monotonicMs } from './monotonic-ms.ts'
import type { Pace } from './pacer-worker.ts'

export type Rate = { perSecond: number; forMs: number }

// At higher rates several tasks are due at each wake.
const wakePeriodMinMs = 1
const leadMs = 20
// A wake that comes this much too early must not put off its task to the next one.
const earlyMs = 0.05

/** Calls `start` for every task when it is due, with that time; resolves after the last one. */
export async function runAtRate({ perSecond, forMs }: Rate, start: (dueMs: number) => void): Promise<void> {
  const count = Math.ceil((forMs / 1_000) * perSecond)
  const taskPeriodMs = 1_000 / perSecond
  const periodMs = Math.max(wakePeriodMinMs, taskPeriodMs)
  const pace: Pace = { leadMs, periodMs, wakes: Math.ceil((count * taskPeriodMs) / periodMs) + 1 }
  const worker = new Worker(new URL('pacer-worker.ts', import.meta.url), { workerData: pace })
  const done = Promise.withResolvers<void>()
  worker.on('error', done.reject)
  let startsMs = Number.NaN
  let started = 0
  worker.on('message', (startedAtMs: number | undefined) => {
    if (startedAtMs !== undefined) startsMs = startedAtMs
    const elapsedMs = monotonicMs() - startsMs
    const due = Math.min(count, Math.floor((elapsedMs + earlyMs) / taskPeriodMs) + 1)
    for (; started < due; started += 1) start(toLocalMs(startsMs + started * taskPeriodMs))
    if (started >= count) done.resolve()
  })
  try {
    await done.promise
  } finally {
    await worker.terminate()
  }
}

/** The same moment on the clock of `performance.now()`. */
function toLocalMs(ms: number): number {
  return ms - monotonicMs() + performance.now()
}
