import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createProcessCount } from './process-count.ts'

test('a process that has just started does not assume that it is alone', async () => {
  const clock = createFakeClock()
  const processes = createProcessCount(clock)
  expect([processes.known(), processes.possible()]).toEqual([1, 2])
  processes.record(1)
  await clock.advance(1_000)
  processes.record(1)
  expect(processes.possible()).toBe(2)
  await clock.advance(1_000)
  // Redis does not respond, so time alone proves nothing.
  expect(processes.possible()).toBe(2)
  processes.record(1)
  expect([processes.known(), processes.possible()]).toEqual([1, 1])
})

test('the number is the last one that was counted', () => {
  const processes = createProcessCount(createFakeClock())
  processes.record(4)
  expect([processes.known(), processes.possible()]).toEqual([4, 4])
  processes.record(0)
  expect(processes.known()).toBe(1)
})
