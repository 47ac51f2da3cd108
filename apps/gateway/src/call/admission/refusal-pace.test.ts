import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createRefusalPace } from './refusal-pace.ts'

function setUp() {
  const clock = createFakeClock()
  const pace = createRefusalPace(clock)
  /** Simulates a request whose key is rejected after `lookUpMs`; resolves to the total time until its refusal. */
  const refuse = async (lookUpMs: number) => {
    const arrivedMs = clock.monotonicMs()
    const arrival = pace.arrive()
    await clock.advance(lookUpMs)
    const refused = arrival.waitToRefuse().then(() => clock.monotonicMs() - arrivedMs)
    await clock.advance(1_000)
    return refused
  }
  return { clock, pace, refuse }
}

test('a refusal takes the same time whether or not the key was looked up', async () => {
  const { refuse } = setUp()
  expect([await refuse(0), await refuse(0.4), await refuse(3.7), await refuse(6.6)]).toEqual([10, 10, 10, 10])
})

test('on a slow database every refusal takes longer than a lookup, and refusals speed up once it recovers', async () => {
  const { clock, refuse } = setUp()
  expect(await refuse(40)).toBe(60)
  expect(await refuse(0)).toBe(60)
  await clock.advance(60_000)
  expect(await refuse(0)).toBe(10)
})

test('no timer runs while there are no requests', async () => {
  const { clock, refuse } = setUp()
  await refuse(0)
  await clock.advance(2_000)
  expect(clock.pendingTimers).toBe(0)
})

test('pending refusals are released on close', async () => {
  const { pace } = setUp()
  const refused = pace.arrive().waitToRefuse()
  pace.close()
  await expect(refused).resolves.toBeUndefined()
})
