import { type FakeClock, createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createOverloadGuard } from './overload-guard.ts'

const half = () => 0.5

test('a process at its maximum of open calls admits none', () => {
  let open = 0
  const deps = { clock: createFakeClock(), random: half, openCalls: () => open, readUtilization: () => 0 }
  const guard = createOverloadGuard(deps, { openCallsMax: 3 })
  expect(guard.admits()).toBe(true)
  open = 3
  expect(guard.admits()).toBe(false)
  open = 2
  expect(guard.admits()).toBe(true)
})

/** A process whose timers run late by a number of milliseconds, and whose event loop is busy or idle. */
function createBusyProcess({ utilization = 1, random = half } = {}) {
  const clock = createFakeClock()
  const state = { lateMs: 0, utilization, open: 100 }
  const late = { ...clock, after: (ms: number, run: () => void) => clock.after(ms + state.lateMs, run) }
  const guard = createOverloadGuard(
    { clock: late, random, openCalls: () => state.open, readUtilization: () => state.utilization },
    { lagMsTarget: 20 },
  )
  return { guard, clock, state }
}

async function pass(clock: FakeClock, ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 5) await clock.advance(5)
}

test('one late turn of the event loop is not an overload; many are, until they end', async () => {
  const { guard, clock, state } = createBusyProcess()
  await pass(clock, 100)
  state.lateMs = 100
  await pass(clock, 120)
  state.lateMs = 0
  await pass(clock, 20)
  expect(guard.admits()).toBe(true)
  state.lateMs = 100
  await pass(clock, 2_000)
  expect(guard.admits()).toBe(false)
  state.lateMs = 0
  await pass(clock, 1_500)
  expect(guard.admits()).toBe(true)
  guard.close()
})

test('while the lag is near its target only a share of the calls is rejected', async () => {
  let next = 0
  const { guard, clock, state } = createBusyProcess({ random: () => (next++ % 100) / 100 })
  state.lateMs = 40
  await pass(clock, 800)
  state.lateMs = 20
  await pass(clock, 1_000)
  const admitted = Array.from({ length: 100 }, () => guard.admits()).filter(Boolean).length
  expect(admitted).toBeGreaterThan(10)
  expect(admitted).toBeLessThan(90)
  guard.close()
})

test('a process that is late because others use the machine, and is idle otherwise, admits its calls', async () => {
  const { guard, clock, state } = createBusyProcess({ utilization: 0.5 })
  state.lateMs = 500
  await pass(clock, 5_000)
  expect(guard.admits()).toBe(true)
  guard.close()
})

test('a process with few calls in flight admits more, however late its timers run', async () => {
  const { guard, clock, state } = createBusyProcess()
  state.lateMs = 500
  await pass(clock, 5_000)
  expect(guard.admits()).toBe(false)
  state.open = 15
  expect(guard.admits()).toBe(true)
  guard.close()
})

test('late turns between prompt ones are bursts, not an overload', async () => {
  const { guard, clock, state } = createBusyProcess({ random: () => 0.01 })
  for (let burst = 0; burst < 20; burst += 1) {
    state.lateMs = 80
    await pass(clock, 170)
    state.lateMs = 0
    await pass(clock, 20)
  }
  expect(guard.admits()).toBe(true)
  guard.close()
})

test('one long pause is not an overload', async () => {
  const { guard, clock, state } = createBusyProcess({ random: () => 0.1 })
  state.lateMs = 5_000
  await pass(clock, 5_020)
  state.lateMs = 0
  await pass(clock, 20)
  expect(guard.admits()).toBe(true)
  guard.close()
})

test('a long turn of the event loop that has begun calls begins no more', async () => {
  const { guard, clock } = createBusyProcess()
  for (let call = 0; call < 20; call += 1) expect(guard.admits()).toBe(true)
  // The turn lasts, and the timer that ends it has not run yet.
  Object.assign(clock, { after: () => ({ cancel: () => undefined }) })
  guard.close()
  await clock.advance(1_000)
  expect(guard.admits()).toBe(true)
  await clock.advance(11)
  expect(guard.admits()).toBe(false)
})
