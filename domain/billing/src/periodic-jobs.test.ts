import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { startPeriodicJobs } from './periodic-jobs.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

test('a job repeats at its interval, immediately while there is more work, and also after a failure', async () => {
  const clock = createFakeClock()
  const ends: ('more' | 'done' | 'fails')[] = ['more', 'done', 'fails', 'done']
  let runs = 0
  const jobs = startPeriodicJobs({ clock, logger }, [
    {
      name: 'test',
      everyMs: 1_000,
      run: async () => {
        const end = ends[runs] ?? 'done'
        runs += 1
        if (end === 'fails') throw new Error('unavailable')
        return end === 'more'
      },
    },
  ])
  await clock.advance(1)
  expect(runs).toBe(2)
  await clock.advance(998)
  expect(runs).toBe(2)
  await clock.advance(1)
  expect(runs).toBe(3)
  await clock.advance(1_000)
  expect(runs).toBe(4)
  await jobs.stop()
})

test('stopping does not wait for a job that hangs', async () => {
  const clock = createFakeClock()
  const run = () => new Promise<never>(() => undefined)
  const jobs = startPeriodicJobs({ clock, logger }, [{ name: 'hangs', everyMs: 1_000, run }])
  let isStopped = false
  const stopping = jobs.stop().then(() => (isStopped = true))
  await clock.advance(2_999)
  expect(isStopped).toBe(false)
  await clock.advance(1)
  await stopping
  expect(isStopped).toBe(true)
})
