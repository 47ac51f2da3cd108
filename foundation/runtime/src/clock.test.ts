import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { sleep } from './clock.ts'

test('a sleep lasts for the given delay', async () => {
  const clock = createFakeClock()
  const startedMs = clock.monotonicMs()
  const woken = sleep(clock, 500).then(() => clock.monotonicMs() - startedMs)
  await clock.advance(1_000)
  await expect(woken).resolves.toBe(500)
})

test('an aborted sleep ends immediately and leaves no timer', async () => {
  const clock = createFakeClock()
  const controller = new AbortController()
  const woken = sleep(clock, 500, controller.signal)
  controller.abort()
  await woken
  await sleep(clock, 500, controller.signal)
  expect(clock.pendingTimers).toBe(0)
})
