import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { KeyChanges } from '../key-ports.ts'
import { ChangeFeed } from './change-feed.ts'

const nothing: KeyChanges = {
  version: { incarnation: '1', snapshot: '1' },
  isComplete: true,
  keyIds: [],
  companyIds: [],
}

function setUp(first: KeyChanges = { ...nothing, isComplete: false }) {
  const clock = createFakeClock()
  const logged: string[] = []
  const state = { isBroken: false, answer: first }
  const logger = createLogger({
    service: 'test',
    level: 'info',
    sinks: [{ write: (line) => void logged.push((JSON.parse(line) as { message: string }).message) }],
  })
  const feed = new ChangeFeed({
    clock,
    logger,
    readChanges: async () => {
      if (state.isBroken) throw new Error('the database is down')
      return state.answer
    },
    onChanges: () => undefined,
  })
  return { feed, clock, logged, state }
}

test('an outage is logged once when it begins and once when it ends, and a start without one is not', async () => {
  const { feed, clock, logged, state } = setUp()
  await clock.advance(3_000)
  expect(logged).toEqual([])
  state.isBroken = true
  await clock.advance(3_000)
  const lost = 'changes of keys cannot be read; keys in use are read again every few seconds'
  expect(logged).toEqual([lost])
  state.isBroken = false
  await clock.advance(3_000)
  expect(logged).toEqual([lost, 'changes of keys can be read again'])
  feed.close()
})

test('questions are asked once a second, five times a second during an outage, and are counted', async () => {
  const { feed, clock, state } = setUp()
  await clock.advance(0)
  expect(feed.questions).toBe(1)
  await clock.advance(2_000)
  expect(feed.questions).toBe(3)
  state.isBroken = true
  await clock.advance(2_000)
  expect(feed.questions).toBe(4 + 5)
  feed.close()
  await clock.advance(2_000)
  expect(feed.questions).toBe(9)
  expect(clock.pendingTimers).toBe(0)
})

test('a feed can be closed before its first answer, which then starts no further question', async () => {
  const { feed, clock } = setUp()
  feed.close()
  await clock.advance(5_000)
  expect(feed.questions).toBe(1)
})

test('a key whose read no epoch covers is never confirmed', async () => {
  const { feed, clock } = setUp(nothing)
  await clock.advance(1_000)
  expect(feed.epoch).toBe(0)
  expect(feed.confirmedAtMs(0)).toBe(Number.NEGATIVE_INFINITY)
  feed.close()
})

test('keys of the epoch that has just ended keep its last confirmation, those of earlier ones none', async () => {
  const { feed, clock, state } = setUp()
  await clock.advance(0)
  expect(feed.epoch).toBe(1)
  state.answer = nothing
  await clock.advance(2_000)
  const confirmedAtMs = clock.monotonicMs()
  expect(feed.confirmedAtMs(1)).toBe(confirmedAtMs)
  state.answer = { ...nothing, isComplete: false, version: { incarnation: '2', snapshot: '1' } }
  await clock.advance(1_000)
  expect(feed.epoch).toBe(2)
  expect(feed.confirmedAtMs(1)).toBe(confirmedAtMs)
  expect(feed.confirmedAtMs(2)).toBe(clock.monotonicMs())
  await clock.advance(1_000)
  expect(feed.epoch).toBe(3)
  expect(feed.confirmedAtMs(1)).toBe(Number.NEGATIVE_INFINITY)
  expect(feed.epochOf({ epoch: 3, incarnation: '2' })).toBe(3)
  expect(feed.epochOf({ epoch: 3, incarnation: '1' })).toBe(0)
  expect(feed.epochOf({ epoch: 2, incarnation: '2' })).toBe(0)
  feed.close()
})
