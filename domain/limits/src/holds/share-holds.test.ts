import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createSharedHolds } from './share-holds.ts'

function setUp() {
  const clock = createFakeClock()
  const did: string[] = []
  const state = { isUp: true, isUsed: false, error: undefined as Error | undefined }
  const shared = createSharedHolds({
    clock,
    logger: { warn: (message: string) => did.push(message) },
    gate: { isUp: () => state.isUp },
    table: {
      recordUse: async () => void did.push('record use'),
      async isUsed() {
        did.push('look')
        if (state.error) throw state.error
        return state.isUsed
      },
    },
    publishHolds: async () => void did.push('publish'),
  })
  return { clock, shared, state, take: () => did.splice(0) }
}

test('holds are published every second while another process has no Redis, and not otherwise', async () => {
  const { clock, shared, state, take } = setUp()
  shared.start()
  await clock.advance(2_000)
  expect(take()).toEqual(['look', 'look'])
  state.isUsed = true
  await clock.advance(2_000)
  expect(take()).toEqual(['look', 'publish', 'look', 'publish'])
  await shared.stop()
  await clock.advance(2_000)
  expect(take()).toEqual([])
  expect(clock.pendingTimers).toBe(0)
})

test('a process that has no Redis records that immediately and every second', async () => {
  const { clock, shared, state, take } = setUp()
  shared.start()
  await clock.advance(500)
  state.isUp = false
  await shared.announce()
  expect(take()).toEqual(['record use'])
  await clock.advance(1_500)
  expect(take()).toEqual(['record use', 'record use'])
  state.isUp = true
  await clock.advance(1_000)
  expect(take()).toEqual(['look'])
  await shared.stop()
})

test('a failure of Postgres is logged, and the next look follows', async () => {
  const { clock, shared, state, take } = setUp()
  state.error = new Error('no answer')
  shared.start()
  await clock.advance(1_000)
  expect(take()).toEqual(['look', 'holds are not shared with processes that have no Redis'])
  state.error = undefined
  await clock.advance(1_000)
  expect(take()).toEqual(['look'])
  await shared.stop()
})
