import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { StoreUnavailable } from './company-store.ts'
import { createStoreGate } from './store-gate.ts'

function setUp(reach: () => Promise<void>) {
  const clock = createFakeClock()
  const changes: boolean[] = []
  const gate = createStoreGate({ clock, reach, recover: reach, onChange: (isUp) => changes.push(isUp) })
  return { clock, gate, changes }
}

const fail = () => Promise.reject(new StoreUnavailable('no answer'))

test('work that waited for a check that failed is not tried', async () => {
  const { clock, gate } = setUp(fail)
  const first = Promise.allSettled([gate.run(fail)])
  await clock.advance(50)
  let tries = 0
  const waiting = Promise.allSettled([gate.run(async () => (tries += 1))])
  await clock.advance(51)
  expect([(await first)[0].status, (await waiting)[0].status, tries]).toEqual(['rejected', 'rejected', 0])
  gate.close()
})

test('a Redis that does not answer a check within 100 ms is down', async () => {
  const { clock, gate, changes } = setUp(() => new Promise<void>(() => undefined))
  const first = Promise.allSettled([gate.run(fail)])
  await clock.advance(99)
  expect(changes).toEqual([])
  await clock.advance(2)
  expect(changes).toEqual([false])
  expect((await first)[0].status).toBe('rejected')
  expect(gate.isUp()).toBe(false)
  gate.close()
})

test('work that failed before a check that fails rejects with its own error', async () => {
  const { clock, gate } = setUp(fail)
  const failed = expect(gate.run(fail)).rejects.toThrow('no answer')
  await clock.advance(101)
  await failed
  gate.close()
})
