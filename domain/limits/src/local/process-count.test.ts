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

test('a higher number counts immediately, and a lower one once it has lasted', async () => {
  const clock = createFakeClock()
  const processes = createProcessCount(clock)
  const counted: number[] = []
  for (const count of [4, 3, 3, 3, 5, 0, 0, 0]) {
    processes.record(count)
    counted.push(processes.known())
    await clock.advance(1_000)
  }
  expect(counted).toEqual([4, 4, 4, 3, 5, 5, 5, 1])
})

test('a Redis that returns empty does not make a process believe that it is alone', async () => {
  const clock = createFakeClock()
  const processes = createProcessCount(clock)
  const record = async (...counts: number[]) => {
    for (const count of counts) {
      processes.record(count)
      await clock.advance(1_000)
    }
  }
  await record(3, 3, 3)
  await clock.advance(60_000)
  await record(1)
  expect([processes.known(), processes.possible()]).toEqual([3, 3])
  // It goes down again, and returns empty again.
  await clock.advance(60_000)
  await record(1, 2, 3)
  expect([processes.known(), processes.possible()]).toEqual([3, 3])
})

test('a process that was alone does not assume so after Redis was away', async () => {
  const clock = createFakeClock()
  const processes = createProcessCount(clock)
  for (let time = 0; time < 3; time += 1) {
    processes.record(1)
    await clock.advance(1_000)
  }
  expect(processes.possible()).toBe(1)
  await clock.advance(60_000)
  processes.record(1)
  expect([processes.known(), processes.possible()]).toEqual([1, 2])
})
