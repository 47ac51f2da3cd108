import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createOverloadGuard } from './overload-guard.ts'

test('a process at its maximum of open calls refuses new ones', () => {
  let open = 0
  const guard = createOverloadGuard({ clock: createFakeClock(), openCalls: () => open }, { openCallsMax: 3 })
  expect(guard.isOverloaded()).toBe(false)
  open = 3
  expect(guard.isOverloaded()).toBe(true)
  open = 2
  expect(guard.isOverloaded()).toBe(false)
})

test('one late turn of the event loop is not an overload; many are, until they pass', async () => {
  const clock = createFakeClock()
  let lateMs = 0
  // A clock whose timers run late, like those of a busy process.
  const busy = {
    ...clock,
    after: (ms: number, run: () => void) => clock.after(ms + lateMs, run),
  }
  const guard = createOverloadGuard({ clock: busy, openCalls: () => 0 }, { lagMsMax: 150 })
  lateMs = 1_000
  await clock.advance(20)
  await clock.advance(1_020)
  expect(guard.isOverloaded()).toBe(false)
  await clock.advance(20_000)
  expect(guard.isOverloaded()).toBe(true)
  lateMs = 0
  await clock.advance(5_000)
  expect(guard.isOverloaded()).toBe(false)
  guard.close()
})
