import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { startAnswerPurge } from './start-answer-purge.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('old answers are forgotten until there are no more, again and again, also after a failure', async () => {
  const clock = createFakeClock()
  const outcomes = [true, true, false, new Error('the database is away'), false]
  let purged = 0
  const purge = async () => {
    const outcome = outcomes[purged]
    purged += 1
    if (outcome instanceof Error) throw outcome
    return outcome ?? false
  }
  const { close } = startAnswerPurge({ clock, logger, random: () => 0.5, purge })
  await turn()
  expect(purged).toBe(0)
  for (const count of [3, 4, 5]) {
    await clock.advance(600_000)
    await turn()
    expect(purged).toBe(count)
  }
  await close()
  await clock.advance(600_000)
  await turn()
  expect(purged).toBe(5)
})
