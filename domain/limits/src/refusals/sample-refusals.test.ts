import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { burstMax, createRefusalSample } from './sample-refusals.ts'

test('a burst is recorded, and then one refusal a second with the number of omitted ones', async () => {
  const clock = createFakeClock()
  const sample = createRefusalSample(clock)
  const taken = Array.from({ length: 1_000 }, () => sample.take('a'))
  expect(taken.filter((omitted) => omitted !== undefined)).toEqual(Array.from({ length: burstMax }, () => 0))
  await clock.advance(1_000)
  expect([sample.take('a'), sample.take('a')]).toEqual([1_000 - burstMax, undefined])
  await clock.advance(60_000)
  expect(Array.from({ length: burstMax + 1 }, () => sample.take('a')).slice(-2)).toEqual([0, undefined])
})

test('a flood of one name does not affect another', () => {
  const sample = createRefusalSample(createFakeClock())
  for (let time = 0; time < 1_000; time += 1) sample.take('a')
  expect(sample.take('b')).toBe(0)
})
