import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createDeadline, withinMs } from './deadline.ts'

const never = () => new Promise<never>(() => undefined)

test('work that ignores the signal is abandoned at the deadline', async () => {
  const clock = createFakeClock()
  const result = withinMs(clock, { limitMs: 100, what: 'the provider' }, never)
  const rejected = expect(result).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'runtime.deadline_passed',
    context: { what: 'the provider' },
  })
  await clock.advance(100)
  await rejected
})

test('work that is done in time keeps its result and leaves no timer', async () => {
  const clock = createFakeClock()
  await expect(withinMs(clock, { limitMs: 100, what: 'work' }, async () => 7)).resolves.toBe(7)
  expect(clock.pendingTimers).toBe(0)
})

test('the signal aborts the work at the deadline', async () => {
  const clock = createFakeClock()
  using deadline = createDeadline(clock, 50)
  expect(deadline.signal.aborted).toBe(false)
  await clock.advance(50)
  expect(deadline.signal.aborted).toBe(true)
  await expect(deadline.run('late', async () => 1)).rejects.toMatchObject({ code: 'runtime.deadline_passed' })
})

test('the deadline ignores jumps of the wall clock', async () => {
  const clock = createFakeClock()
  using deadline = createDeadline(clock, 1_000)
  await clock.advance(999)
  clock.jumpWall(3_600_000)
  await clock.advance(0)
  expect(deadline.signal.aborted).toBe(false)
  await clock.advance(1)
  expect(deadline.signal.aborted).toBe(true)
})

test('an aborted parent ends the deadline with its reason', async () => {
  const clock = createFakeClock()
  const parent = new AbortController()
  using deadline = createDeadline(clock, 1_000, parent.signal)
  const reason = new Error('the client hung up')
  const rejected = expect(deadline.run('work', never)).rejects.toBe(reason)
  parent.abort(reason)
  await rejected
})
