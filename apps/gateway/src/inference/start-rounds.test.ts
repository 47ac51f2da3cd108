import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { startRounds } from './start-rounds.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('a round runs until there is no more to do, again and again, also after a failure', async () => {
  const clock = createFakeClock()
  const outcomes = [true, true, false, new Error('the database is away'), false]
  let runs = 0
  const run = async () => {
    const outcome = outcomes[runs]
    runs += 1
    if (outcome instanceof Error) throw outcome
    return outcome ?? false
  }
  const { close } = startRounds(
    { clock, logger, random: () => 0.5 },
    { everyMs: 600_000, run, failure: 'a round failed' },
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
