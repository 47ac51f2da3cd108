import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { startPeriodicJob } from './start-periodic-job.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a periodic job runs until nothing is left to do, at every interval, even after a failure', async () => {
  const clock = createFakeClock()
  const outcomes = [true, true, false, new Error('the database is unavailable'), false]
  let runs = 0
  const run = async () => {
    const outcome = outcomes[runs]
    runs += 1
    if (outcome instanceof Error) throw outcome
    return outcome ?? false
  }
  const { close } = startPeriodicJob(
    { clock, logger, random: () => 0.5 },
    { everyMs: 600_000, run, failure: 'a run failed' },
  )
  await turn()
  expect(runs).toBe(0)
  for (const count of [3, 4, 5]) {
    await clock.advance(600_000)
    await turn()
    expect(runs).toBe(count)
  }
  await close()
  await clock.advance(600_000)
  await turn()
  expect(runs).toBe(5)
})
