import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { startPeriodicJob } from './periodic-job.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A job whose first runs end as listed and whose later runs have nothing to do. */
function endingWith(...ends: (boolean | Error)[]) {
  const failures: unknown[] = []
  let runs = 0
  return {
    failures,
    runs: () => runs,
    async run() {
      const end = ends[runs] ?? false
      runs += 1
      if (end instanceof Error) throw end
      return end
    },
    onFailure: (error: unknown) => void failures.push(error),
  }
}

test('a job repeats at its interval, immediately while there is more work, and also after a failure', async () => {
  const clock = createFakeClock()
  const away = new Error('the database is down')
  const job = endingWith(true, false, away, false)
  const { close } = startPeriodicJob(clock, { ...job, everyMs: 1_000 })
  await clock.advance(999)
  expect(job.runs()).toBe(2)
  await clock.advance(1)
  expect([job.runs(), job.failures]).toEqual([3, [away]])
  await clock.advance(1_000)
  expect(job.runs()).toBe(4)
  await close()
  await clock.advance(10_000)
  expect(job.runs()).toBe(4)
})

test('with jitter the first run waits as well', async () => {
  const clock = createFakeClock()
  const job = endingWith(true, true, false)
  const { close } = startPeriodicJob(clock, { ...job, everyMs: 1_000, random: () => 0.25 })
  await turn()
  expect(job.runs()).toBe(0)
  await clock.advance(750)
  await turn()
  expect(job.runs()).toBe(3)
  await clock.advance(750)
  await turn()
  expect(job.runs()).toBe(4)
  await close()
})

test('closing waits for a run in progress, but no longer than its limit', async () => {
  const clock = createFakeClock()
  const run = () => new Promise<never>(() => undefined)
  const { close } = startPeriodicJob(clock, { everyMs: 1_000, run, closeMsMax: 3_000 })
  let isClosed = false
  const closing = close().then(() => (isClosed = true))
  await clock.advance(2_999)
  expect(isClosed).toBe(false)
  await clock.advance(1)
  await closing
  expect(isClosed).toBe(true)
})
