import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createRefusalPace } from './refusal-pace.ts'

function setUp() {
  const clock = createFakeClock()
  const pace = createRefusalPace(clock)
  /** A request whose key is found wrong after so long; resolves to what its refusal took in all. */
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

test('a refusal takes the same time whatever was looked up', async () => {
  const { refuse } = setUp()
  expect([await refuse(0), await refuse(0.4), await refuse(3.7), await refuse(6.6)]).toEqual([10, 10, 10, 10])
})

test('on a slow database every refusal takes longer than a look-up, and is quick again when that is long past', async () => {
  const { clock, refuse } = setUp()
  expect(await refuse(40)).toBe(60)
  expect(await refuse(0)).toBe(60)
  await clock.advance(60_000)
  expect(await refuse(0)).toBe(10)
})

test('nothing runs while there are no requests', async () => {
  const { clock, refuse } = setUp()
  await refuse(0)
  await clock.advance(2_000)
  expect(clock.pendingTimers).toBe(0)
})

test('refusals that wait at the end are let go', async () => {
  const { pace } = setUp()
  const refused = pace.arrive().waitToRefuse()
  pace.close()
  await expect(refused).resolves.toBeUndefined()
})
