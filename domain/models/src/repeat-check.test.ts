import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { repeatCheck } from './repeat-check.ts'

/** Checks that end when the test says so. */
function setUp() {
  const clock = createFakeClock()
  const begun: PromiseWithResolvers<void>[] = []
  const checks = repeatCheck(clock, 1_000, () => {
    const check = Promise.withResolvers<void>()
    begun.push(check)
    return check.promise
  })
  const end = async (index: number) => {
    begun[index]?.resolve()
    await clock.advance(0)
  }
  return { clock, checks, begun, end }
}

test('a check follows the end of the last one after the pause', async () => {
  const { clock, checks, begun, end } = setUp()
  void checks.now()
  await clock.advance(5_000)
  expect(begun).toHaveLength(1)
  await end(0)
  await clock.advance(999)
  expect(begun).toHaveLength(1)
  await clock.advance(1)
  expect(begun).toHaveLength(2)
})

test('asked while a check runs, one more follows at once, however often it was asked', async () => {
  const { clock, checks, begun, end } = setUp()
  void checks.now()
  let isAnswered = false
  for (let asked = 0; asked < 3; asked += 1) void checks.now().then(() => (isAnswered = true))
  await end(0)
  expect(begun).toHaveLength(2)
  expect(isAnswered).toBe(false)
  await end(1)
  expect([begun.length, isAnswered, clock.pendingTimers]).toEqual([2, true, 1])
})

test('asked between two checks, it does not wait for the pause, and leaves one timer', async () => {
  const { clock, checks, begun, end } = setUp()
  void checks.now()
  await end(0)
  await clock.advance(500)
  void checks.now()
  expect(begun).toHaveLength(2)
  await end(1)
  expect(clock.pendingTimers).toBe(1)
})

test('stopped, it waits for the running check and begins no other', async () => {
  const { clock, checks, begun, end } = setUp()
  void checks.now()
  void checks.now()
  let isStopped = false
  const stopping = checks.stop().then(() => (isStopped = true))
  await clock.advance(0)
  expect(isStopped).toBe(false)
  await end(0)
  await stopping
  await checks.now()
  await clock.advance(10_000)
  expect([begun.length, clock.pendingTimers]).toEqual([1, 0])
})
