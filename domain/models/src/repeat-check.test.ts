import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { repeatCheck } from './repeat-check.ts'

/** Returns a repeated check of which each run ends only when the test calls `end`. */
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

test('a check starts after the pause that follows the previous one', async () => {
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

test('requests during a check cause exactly one more, immediately after it', async () => {
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

test('a request between two checks skips the pause and leaves one timer', async () => {
  const { clock, checks, begun, end } = setUp()
  void checks.now()
  await end(0)
  await clock.advance(500)
  void checks.now()
  expect(begun).toHaveLength(2)
  await end(1)
  expect(clock.pendingTimers).toBe(1)
})

test('stop waits for the running check and starts no other', async () => {
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
