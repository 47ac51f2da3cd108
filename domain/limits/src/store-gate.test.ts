import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { StoreUnavailable } from './company-store.ts'
import { createStoreGate } from './store-gate.ts'

function setUp() {
  const fake = createFakeClock()
  const stall = { ms: 0 }
  const clock = { ...fake, monotonicMs: () => fake.monotonicMs() + stall.ms }
  const state = { isReachable: true, recoveries: 0, changes: [] as boolean[] }
  const reach = async () => {
    state.recoveries += 1
    if (!state.isReachable) throw new StoreUnavailable('no answer')
  }
  const gate = createStoreGate({
    clock,
    reach,
    recover: reach,
    onChange: (isUp) => state.changes.push(isUp),
  })
  let failuresLeft = 0
  const work = async () => {
    if (!state.isReachable || failuresLeft-- > 0) throw new StoreUnavailable('no answer')
    return 'done'
  }
  return { clock, stall, gate, state, work, failOnce: () => (failuresLeft = 1) }
}

test('a brief outage is hidden: the work is repeated', async () => {
  const { gate, state, work, failOnce } = setUp()
  failOnce()
  await expect(gate.run(work)).resolves.toBe('done')
  expect(state.changes).toEqual([])
})

test('only the first callers wait for the check; later ones fail immediately', async () => {
  const { clock, gate, state, work } = setUp()
  state.isReachable = false
  const first = Promise.allSettled([gate.run(work), gate.run(work)])
  await clock.advance(99)
  const meanwhile = Promise.allSettled([gate.run(work)])
  expect(gate.isUp()).toBe(true)
  await clock.advance(2)
  expect((await first).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await meanwhile).map(({ status }) => status)).toEqual(['rejected'])
  expect(gate.isUp()).toBe(false)
  await expect(gate.run(work)).rejects.toThrow(StoreUnavailable)
  expect(state.changes).toEqual([false])
})

test('a check during which this process did not run is repeated', async () => {
  const { clock, stall, gate, state, work } = setUp()
  state.isReachable = false
  const first = gate.run(work)
  await clock.advance(50)
  stall.ms = 400
  state.isReachable = true
  await clock.advance(50)
  await clock.advance(0)
  await expect(first).resolves.toBe('done')
  expect(state.changes).toEqual([])
})

test('a process that keeps stalling gives up on Redis nevertheless', async () => {
  const { clock, stall, gate, state, work } = setUp()
  state.isReachable = false
  const first = Promise.allSettled([gate.run(work)])
  for (let turn = 0; turn < 6; turn += 1) {
    stall.ms += 400
    await clock.advance(100)
  }
  expect((await first).map(({ status }) => status)).toEqual(['rejected'])
  expect(gate.isUp()).toBe(false)
})

test('it comes up again automatically once all missed updates have been sent', async () => {
  const { clock, gate, state, work } = setUp()
  state.isReachable = false
  gate.suspect()
  await clock.advance(1_000)
  expect(gate.isUp()).toBe(false)
  state.isReachable = true
  await clock.advance(200)
  expect(gate.isUp()).toBe(true)
  expect(state.changes).toEqual([false, true])
  await expect(gate.run(work)).resolves.toBe('done')
})

test('work that never succeeds although Redis responds counts as an outage too', async () => {
  const { gate, state } = setUp()
  const refused = async () => {
    throw new StoreUnavailable('OOM command not allowed')
  }
  await expect(gate.run(refused)).rejects.toThrow(StoreUnavailable)
  expect(gate.isUp()).toBe(false)
  expect(state.changes).toEqual([false])
})

test('an error that does not come from Redis is passed on', async () => {
  const { gate, state } = setUp()
  const mistake = async () => {
    throw new TypeError('ours')
  }
  await expect(gate.run(mistake)).rejects.toThrow(TypeError)
  expect(state.recoveries).toBe(0)
})

test('work beyond the concurrency limit waits in order', async () => {
  const { gate } = setUp()
  const waiting: (() => void)[] = []
  const started: number[] = []
  const all = Array.from({ length: 300 }, (_, index) =>
    gate.run(async () => {
      started.push(index)
      await new Promise<void>((resolve) => waiting.push(resolve))
    }),
  )
  await Promise.resolve()
  await Promise.resolve()
  expect(started).toHaveLength(256)
  while (waiting.length > 0) {
    for (const resolve of waiting.splice(0)) resolve()
    await Promise.allSettled(all.slice(0, started.length))
  }
  await Promise.all(all)
  expect(started).toEqual(Array.from({ length: 300 }, (_, index) => index))
})

test('once closed it stops probing', async () => {
  const { clock, gate, state } = setUp()
  state.isReachable = false
  gate.suspect()
  await clock.advance(150)
  gate.close()
  const before = state.recoveries
  await clock.advance(5_000)
  expect(state.recoveries).toBe(before)
})
