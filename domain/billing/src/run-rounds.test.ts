import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { startRounds } from './run-rounds.ts'

const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

test('a round comes again at its pace, at once while there is more, and also after it has failed', async () => {
  const clock = createFakeClock()
  const ends: ('more' | 'done' | 'fails')[] = ['more', 'done', 'fails', 'done']
  let runs = 0
  const rounds = startRounds({ clock, logger }, [
    {
      name: 'test',
      everyMs: 1_000,
      run: async () => {
        const end = ends[runs] ?? 'done'
        runs += 1
        if (end === 'fails') throw new Error('away')
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
  await rounds.stop()
})

test('stopping does not wait for a round that hangs', async () => {
  const clock = createFakeClock()
  const run = () => new Promise<never>(() => undefined)
  const rounds = startRounds({ clock, logger }, [{ name: 'hangs', everyMs: 1_000, run }])
  let isStopped = false
  const stopping = rounds.stop().then(() => (isStopped = true))
  await clock.advance(2_999)
  expect(isStopped).toBe(false)
  await clock.advance(1)
  await stopping
  expect(isStopped).toBe(true)
})
